import { describe } from 'vitest';
import { settingsRows } from '../../support/settings-rows.ts';
import { testServiceScans } from './settings-scans.ts';

describe(`every level of the settings of sites and scans: ${settingsRows.length} scans`, () => {
  testServiceScans(settingsRows);
});
