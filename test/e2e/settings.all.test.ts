import { vi } from 'vitest';
import { rowsOfLevels } from '../support/settings-rows.ts';
import { oftenTested, testRows } from './settings/rows.ts';

// Each scan needs several functions and a browser.
vi.setConfig({ maxConcurrency: 2 });

testRows(rowsOfLevels.map(({ id }) => id).filter((id) => !oftenTested.includes(id)));
