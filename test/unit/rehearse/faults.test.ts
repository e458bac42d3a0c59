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

/** A report that says of each fault what the comparison reads, and nothing else. */
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
  test('finds no difference in a report that names all of them', async () => {
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
  ])('takes a fault with another %s for another fault', (_, change) => {
    const reported = listReportedFaults(reportOf([fault(change)]));
    expect(listMissingFaults([fault()], reported)).toEqual([
      '/: label (violation) at ["#frame",["#host","#field"]]',
    ]);
    expect(listMissingFaults(reported, [fault()])).toHaveLength(1);
  });

  test('counts a fault that is named twice as one too many', () => {
    expect(listMissingFaults([fault(), fault()], [fault()])).toHaveLength(1);
  });
});
