import { describe, expect, it } from 'vitest';
import { successCriteria } from '../../../core/wcag/criteria.ts';
import { getManualTest } from '../../../core/wcag/manual-tests.ts';

const SENTENCE = /^[A-Z].*\.$/;
const LENGTH_MAX = 130;

describe('the manual test of a success criterion', () => {
  it.each(successCriteria.map(({ number, name }) => [number, name]))(
    '%s %s says in short sentences why it takes a person, and what to do',
    (number) => {
      const { why, test } = getManualTest(number);
      for (const text of [why, test]) {
        expect(text).toMatch(SENTENCE);
        expect(text.length).toBeLessThanOrEqual(LENGTH_MAX);
      }
    },
  );

  it('does not exist for a number that WCAG does not have', () => {
    expect(() => getManualTest('9.9.9')).toThrow('WCAG has no success criterion 9.9.9');
  });
});
