import { expect, it } from 'vitest';
import { notLookedFor } from '../../../scanner/page/wait-for.ts';

it('says of a page without rest what could not be looked for, only where something is waited for', () => {
  expect(notLookedFor(null)).toBeUndefined();
  expect(notLookedFor({ selector: '#a' })).toContain('what the scan waits for, #a, could not be looked for');
  expect(notLookedFor({ milliseconds: 5 })).toContain('what the scan waits for could not be looked for');
});
