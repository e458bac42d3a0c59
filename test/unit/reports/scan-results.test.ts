import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import type { Report } from '../../../core/reports/report.ts';
import { buildScanResults, scanResultsSchema } from '../../../core/reports/scan-results.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';

const url = `https://shop.example/${'a'.repeat(1_979)}`;
const wide = (length: number) => '語'.repeat(length);
const repeat = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);

/** A report in which every list is as long as the service permits. */
function buildLargest(): Report {
  const { comparison, crawl, configuration, violations, suppressions } = exampleReport;
  const [rule] = violations;
  const [suppression] = suppressions;
  const fixed = {
    fingerprint: `f3_${'a'.repeat(24)}`,
    ruleId: 'color-contrast',
    help: wide(100),
    kind: 'violation' as const,
    impact: 'serious' as const,
    url,
    selector: wide(200),
  };
  if (rule === undefined || suppression === undefined) throw new Error('the example lacks an entry');
  const allRules = axeRules.map(({ ruleId }) => ({ ...rule, ruleId, nodes: [] }));
  return {
    ...exampleReport,
    configuration: {
      ...configuration,
      startUrls: repeat(50, url),
      sourcePaths: repeat(50, { url: `/${'a'.repeat(199)}`, path: wide(500) }),
    },
    crawl: {
      ...crawl,
      notAttempted: {
        ...crawl.notAttempted,
        count: 10_000,
        pages: repeat(500, { url, reason: 'limit' as const }),
      },
    },
    comparison: {
      ...comparison,
      fixed: { count: 50_000, findings: repeat(1_000, fixed) },
      notSeenAgain: { count: 50_000, pages: repeat(100, url) },
    },
    suppressions: repeat(200, {
      ...suppression,
      reason: wide(500),
      match: { selector: 'a'.repeat(500), page: `/${'a'.repeat(299)}` },
    }),
    violations: allRules,
    needsReview: allRules,
  };
}

describe('the results of a scan', () => {
  it('have at most 1 MB, and say how much of each list they omit', () => {
    const largest = buildLargest();
    const results = buildScanResults(largest);
    expect(Buffer.byteLength(JSON.stringify(largest))).toBeGreaterThan(4_000_000);
    expect(Buffer.byteLength(JSON.stringify(results))).toBeLessThan(1_000_000);
    expect(scanResultsSchema.parse(results)).toEqual(results);
    expect([results.comparison.fixed.count, results.crawl.notAttempted.count]).toEqual([50_000, 10_000]);
    expect(results.comparison.fixed.findings.length).toBeGreaterThan(40);
    expect(results.suppressions.length + results.suppressionsOmitted).toBe(200);
    expect(results.suppressionsOmitted).toBeGreaterThan(0);
  });

  it('have complete lists if these are short', () => {
    const { comparison, crawl, suppressions, suppressionsOmitted } = buildScanResults(exampleReport);
    expect([comparison, crawl]).toEqual([exampleReport.comparison, exampleReport.crawl]);
    expect([suppressions, suppressionsOmitted]).toEqual([exampleReport.suppressions, 0]);
  });
});
