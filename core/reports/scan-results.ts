import { z } from 'zod';
import { type TimeToFix, timeToFixSchema } from '../history/time-to-fix.ts';
import { type Report, reportSchema } from './report.ts';
import { ruleFindingsSchema } from './schema/findings.ts';
import { countSchema } from './schema/numbers.ts';

/**
 * Maximum sizes in bytes of the lists in the results, as JSON. They keep the results below 1 MB, because a screen loads
 * them before it shows anything. The complete lists are in the report.
 */
const listBytesMax = {
  fixed: 150_000,
  notAttempted: 100_000,
  notSeenAgain: 50_000,
  suppressions: 150_000,
  decisions: 150_000,
};

const ruleResultsSchema = ruleFindingsSchema.omit({ nodes: true }).meta({ id: 'RuleResults' });

/** The report of a scan without its long lists. It is one object of a report revision. */
export const scanResultsSchema = reportSchema
  .omit({ pages: true, issueGroups: true })
  .extend({
    violations: z.array(ruleResultsSchema).meta({ description: 'Worst first, then by number of elements.' }),
    needsReview: z.array(ruleResultsSchema).meta({
      description: 'In the same order. Their `nodeCount` includes findings that a person decided to be fine.',
    }),
    suppressionsOmitted: countSchema.meta({
      description: 'Number of suppressions that `suppressions` omits, because they are too long together.',
    }),
    timeToFix: timeToFixSchema
      .nullable()
      .meta({ description: 'How long it took to fix issue groups; null if the scan was not completed.' }),
  })
  .meta({
    id: 'ScanResults',
    description:
      'The report without its findings, issue groups and pages. GET /scans/{scanId}/findings, /groups and /pages list them.',
  });
export type ScanResults = z.infer<typeof scanResultsSchema>;

/**
 * Returns the results of a report.
 * @param head the report with or without nodes
 * @param timeToFix null if the scan was not completed
 */
export function buildScanResults(head: Report, timeToFix: TimeToFix | null = null): ScanResults {
  const { pages: _pages, issueGroups: _groups, violations, needsReview, ...rest } = head;
  const withoutNodes = (rules: Report['violations']) => rules.map(({ nodes: _nodes, ...rule }) => rule);
  const { fixed, notSeenAgain } = head.comparison;
  const { notAttempted } = head.crawl;
  const suppressions = cutList(head.suppressions, listBytesMax.suppressions);
  return {
    ...rest,
    comparison: {
      ...head.comparison,
      fixed: { ...fixed, findings: cutList(fixed.findings, listBytesMax.fixed) },
      notSeenAgain: { ...notSeenAgain, pages: cutList(notSeenAgain.pages, listBytesMax.notSeenAgain) },
    },
    crawl: {
      ...head.crawl,
      notAttempted: { ...notAttempted, pages: cutList(notAttempted.pages, listBytesMax.notAttempted) },
    },
    suppressions,
    ...(head.decisions === undefined ? {} : { decisions: cutList(head.decisions, listBytesMax.decisions) }),
    suppressionsOmitted: head.suppressions.length - suppressions.length,
    violations: withoutNodes(violations),
    needsReview: withoutNodes(needsReview),
    timeToFix,
  };
}

/** Returns the first entries of a list that together have at most this many bytes. */
function cutList<T>(list: readonly T[], bytesMax: number): T[] {
  let left = bytesMax;
  const end = list.findIndex((entry) => {
    left -= new TextEncoder().encode(JSON.stringify(entry)).length + 1;
    return left < 0;
  });
  return end < 0 ? [...list] : list.slice(0, end);
}
