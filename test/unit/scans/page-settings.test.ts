import { expect, it } from 'vitest';
import { pageSettingsDefault, pageSettingsSchema } from '../../../core/scans/page-settings.ts';

it.each([
  [{ milliseconds: 10_000 }, true],
  [{ milliseconds: 10_001 }, false],
  [{ milliseconds: -1 }, false],
  [{ selector: '#a' }, true],
  [{ selector: '#' }, false],
  [{ selector: '#a', milliseconds: 1 }, false],
  [null, true],
])('rejects a waitFor in a chunk that no caller may set: %j', (waitFor, taken) => {
  expect(pageSettingsSchema.safeParse({ ...pageSettingsDefault, waitFor }).success).toBe(taken);
});
