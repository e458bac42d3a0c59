import { describe, expect, it } from 'vitest';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import { getNewFindingThresholds, isAtLeastAsStrict } from '../../../core/gate/new-finding-thresholds.ts';

/** The thresholds of a gate, in the notation of a caller. */
const asked = (failOn: object) => getNewFindingThresholds(failOnSchema.parse(failOn));
const question = (failOn: object) => asked(failOn) ?? expect.unreachable();

describe('the thresholds for new findings', () => {
  it('are null without a threshold for them', () => {
    expect(getNewFindingThresholds(undefined)).toBeNull();
    expect(asked({ any: 'minor', total: 3 })).toBeNull();
    expect(asked({ bestPractice: { any: 'minor' }, review: true })).toBeNull();
    expect(asked({ bestPractice: { new: 'minor' } })).toEqual({
      criteria: null,
      bestPractice: 'minor',
      review: false,
    });
  });

  it.each([
    [{ new: 'serious' }, { new: 'serious', minCoverage: 10, total: 5, onNoBaseline: 'fail' }, true],
    [{ new: 'moderate' }, { new: 'serious' }, true],
    [{ new: 'critical' }, { new: 'serious' }, false],
    [{ new: 'minor', review: true }, { new: 'minor' }, true],
    [{ new: 'minor' }, { new: 'critical', review: true }, false],
    [{ new: 'minor' }, { bestPractice: { new: 'critical' } }, false],
    [{ new: 'minor' }, { new: 'minor', bestPractice: { new: 'critical' } }, false],
    [{ new: 'minor', bestPractice: { new: 'serious' } }, { bestPractice: { new: 'critical' } }, true],
    [{ new: 'minor', bestPractice: { new: 'critical' } }, { bestPractice: { new: 'serious' } }, false],
  ])('%j stands for %j: %s', (strict, other, expected) => {
    expect(isAtLeastAsStrict(question(strict), question(other))).toBe(expected);
  });
});
