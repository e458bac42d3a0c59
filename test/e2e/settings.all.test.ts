import { vi } from 'vitest';
import { settingsRows } from '../support/settings-rows.ts';
import { oftenTested, testRows } from './settings/rows.ts';

// Each scan needs several functions and a browser.
vi.setConfig({ maxConcurrency: 2 });

testRows(settingsRows.map(({ id }) => id).filter((id) => !oftenTested.includes(id)));
