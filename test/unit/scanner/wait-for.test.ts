import { expect, it } from 'vitest';
import { describeSkippedWait } from '../../../scanner/page/wait-for.ts';

it('says of a page without rest what could not be looked for, only where something is waited for', () => {
  expect(describeSkippedWait(null)).toBeUndefined();
  expect(describeSkippedWait({ selector: '#a' })).toContain(
    'what the scan waits for, #a, could not be looked for',
  );
  expect(describeSkippedWait({ milliseconds: 5 })).toContain(
    'what the scan waits for could not be looked for',
  );
});
