import { expect, it } from 'vitest';
import { describeSkippedWait } from '../../../scanner/page/wait-for.ts';

it('reports for an endlessly busy page what could not be checked, only if an element was awaited', () => {
  expect(describeSkippedWait(null)).toBeUndefined();
  expect(describeSkippedWait({ selector: '#a' })).toContain(
    'what the scan waits for, #a, could not be looked for',
  );
  expect(describeSkippedWait({ milliseconds: 5 })).toContain(
    'what the scan waits for could not be looked for',
  );
});
