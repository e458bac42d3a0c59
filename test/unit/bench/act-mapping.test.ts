import { describe, expect, it } from 'vitest';
import { mapActRule } from '../../../bench/act/mapping.ts';
import type { TestCase } from '../../../bench/act/test-cases.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';

const example = (testcaseId: string, expected: TestCase['expected']): TestCase => ({
  ruleId: 'abc123',
  ruleName: 'A rule',
  expected,
  testcaseId,
  testcaseTitle: testcaseId,
  relativePath: testcaseId,
});
const examples = [
  example('failed-1', 'failed'),
  example('failed-2', 'failed'),
  example('passed-1', 'passed'),
];

/** Maps the ACT rule for rules that report the examples in the text, e.g. `failed-1 passed-1?`; `?` is a review. */
function map(reports: Record<string, string>, countReviews = false) {
  const findResult = ({ testcaseId }: TestCase) =>
    ({
      findings: Object.entries(reports).flatMap(([ruleId, ids]) =>
        ids.split(' ').flatMap((id) => {
          if (id === testcaseId) return { ruleId, kind: 'violation' };
          return id === `${testcaseId}?` ? { ruleId, kind: 'review' } : [];
        }),
      ),
    }) as unknown as PageResult;
  const claiming = Object.keys(reports).filter((ruleId) => ruleId !== 'other');
  return mapActRule(examples, claiming, findResult, countReviews).consistency;
}

describe('how rules implement an ACT rule', () => {
  it('is complete if together they report every failed example and no other', () => {
    expect(map({ one: 'failed-1 failed-2' })).toBe('complete');
    expect(map({ one: 'failed-1', two: 'failed-2' })).toBe('complete');
  });

  it('is partial if they miss a failed example', () => {
    expect(map({ one: 'failed-1' })).toBe('partial');
  });

  it('does not count a rule that reports an example without the fault', () => {
    expect(map({ one: 'failed-1 failed-2 passed-1' })).toBe('inconsistent');
    expect(map({ one: 'failed-1 failed-2 passed-1', two: 'failed-2' })).toBe('partial');
  });

  it('counts only rules that claim the ACT rule', () => {
    expect(map({ other: 'failed-1 failed-2' })).toBe('none');
    expect(map({ one: 'failed-1', other: 'failed-2' })).toBe('partial');
  });

  it('counts reviews only if asked to', () => {
    expect(map({ one: 'failed-1? failed-2' })).toBe('partial');
    expect(map({ one: 'failed-1? failed-2' }, true)).toBe('complete');
    expect(map({ one: 'failed-1 failed-2 passed-1?' })).toBe('complete');
    expect(map({ one: 'failed-1? failed-2? passed-1?' }, true)).toBe('inconsistent');
  });

  it('counts violations of a rule whose reviews ask about an example without the fault', () => {
    expect(map({ one: 'failed-1 failed-2 passed-1?' }, true)).toBe('complete');
    expect(map({ one: 'failed-1 failed-2? passed-1?' }, true)).toBe('partial');
    expect(map({ one: 'failed-1 failed-2? passed-1' }, true)).toBe('inconsistent');
  });
});
