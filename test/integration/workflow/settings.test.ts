import { describe } from 'vitest';
import { rowsOfLevels } from '../../support/settings-rows.ts';
import { testServiceScans } from './settings-scans.ts';

describe(`every level of the settings of sites and scans: ${rowsOfLevels.length} scans`, () => {
  testServiceScans(rowsOfLevels);
});
