import { expect, it } from 'vitest';
import { describeSkippedWait } from '../../../scanner/page/wait-for.ts';

it('reports for an endlessly busy page what could not be checked, only if an element was awaited', () => {
  expect(describeSkippedWait(null)).toBeUndefined();
  expect(describeSkippedWait({ selector: '#a' })).toContain('so waitFor (#a) could not be checked');
  expect(describeSkippedWait({ milliseconds: 5 })).toContain('so waitFor could not be checked');
});
