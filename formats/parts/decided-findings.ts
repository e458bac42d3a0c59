import type { FindingDecision } from '../../core/decisions/decision.ts';
import type { ReportDecision } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { formatElementPath } from '../../core/scans/selector-text.ts';
import { truncate } from '../../core/text/line.ts';
import { createDecisionFinder } from './decisions.ts';

const ELEMENT_MAX = 500;

/** Findings of one issue group that one decision is about. */
export interface DecidedFindings {
  decision: ReportDecision;
  /** What the decision says about them. */
  said: FindingDecision;
  ruleId: string;
  group: string | null;
  count: number;
  /** The path of the first element, and the URL of its page. */
  element: string;
  url: string;
}

/** What a reader must act on comes first. */
const order: readonly FindingDecision[] = ['outdated', 'problem', 'fine'];

/**
 * Reads the findings once and returns those that a person decided about and that no suppression matches: outdated
 * decisions first, then problems. Its length is limited by the number of decisions of a site, not of findings. Reads
 * nothing if the report has no decision.
 */
export async function readDecidedFindings(source: ReportSource): Promise<DecidedFindings[]> {
  if (!source.head.decisions?.length) return [];
  const findDecision = createDecisionFinder(source.head);
  const found = new Map<string, DecidedFindings>();
  for await (const { ruleId, node } of source.findings()) {
    const { decision: said, issueGroup, suppressedBy, url } = node;
    const decision = findDecision(node);
    if (said == null || decision === undefined || suppressedBy !== null) continue;
    const key = JSON.stringify([decision.id, said, issueGroup]);
    const known = found.get(key);
    if (known) known.count += 1;
    else {
      const element = truncate(formatElementPath(node), ELEMENT_MAX);
      found.set(key, { decision, said, ruleId, group: issueGroup, count: 1, element, url });
    }
  }
  return [...found.values()].sort((a, b) => order.indexOf(a.said) - order.indexOf(b.said));
}
