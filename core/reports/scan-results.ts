import { z } from 'zod';
import { type TimeToFix, timeToFixSchema } from '../history/time-to-fix.ts';
import { type Report, reportSchema } from './report.ts';
import { ruleFindingsSchema } from './schema/findings.ts';

const ruleResultsSchema = ruleFindingsSchema.omit({ nodes: true }).meta({ id: 'RuleResults' });

/** The report of a scan without its long lists. It is one object of a report revision. */
export const scanResultsSchema = reportSchema
  .omit({ pages: true, issueGroups: true })
  .extend({
    violations: z.array(ruleResultsSchema).meta({ description: 'Worst first, then by number of elements.' }),
    needsReview: z
      .array(ruleResultsSchema)
      .meta({ description: 'In the same order. A person must decide these.' }),
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
  return {
    ...rest,
    violations: withoutNodes(violations),
    needsReview: withoutNodes(needsReview),
    timeToFix,
  };
}
