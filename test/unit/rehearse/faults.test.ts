import { describe, expect, test } from 'vitest';
import type { Report, RuleFindings } from '../../../core/reports/report.ts';
import {
  type Fault,
  listMissingFaults,
  listReportedFaults,
  readKnownFaults,
} from '../../../scripts/rehearse/faults.ts';

const fault = (change: Partial<Fault> = {}): Fault => ({
  page: '/',
  ruleId: 'label',
  kind: 'violation',
  target: ['#frame', ['#host', '#field']],
  ...change,
});

/** Returns a report with only those members of each fault that the comparison reads. */
function reportOf(faults: Fault[]): Pick<Report, 'violations' | 'needsReview'> {
  const issues = (kind: Fault['kind']) =>
    faults
      .filter((each) => each.kind === kind)
      .map(({ page, ruleId, target }) => ({
        ruleId,
        nodes: [{ url: `http://127.0.0.1:1${page}?q`, target }],
      }));
  return {
    violations: issues('violation') as unknown as RuleFindings[],
    needsReview: issues('review') as unknown as RuleFindings[],
  };
}

describe('the comparison of a report with the known faults', () => {
  test('finds no difference in a report with all of them', async () => {
    const known = await readKnownFaults();
    expect(known.length).toBeGreaterThan(0);
    const reported = listReportedFaults(reportOf(known));
    expect([listMissingFaults(known, reported), listMissingFaults(reported, known)]).toEqual([[], []]);
  });

  test.each([
    ['page', { page: '/other' }],
    ['rule', { ruleId: 'image-alt' }],
    ['kind', { kind: 'review' as const }],
    ['element', { target: ['#frame', '#host', '#field'] }],
  ])('distinguishes faults with another %s', (_, change) => {
    const reported = listReportedFaults(reportOf([fault(change)]));
    expect(listMissingFaults([fault()], reported)).toEqual([
      '/: label (violation) at ["#frame",["#host","#field"]]',
    ]);
    expect(listMissingFaults(reported, [fault()])).toHaveLength(1);
  });

  test('reports a fault that occurs twice as additional', () => {
    expect(listMissingFaults([fault(), fault()], [fault()])).toHaveLength(1);
  });
});
