import type { FindingChange } from '../comparison/compare-page.ts';
import type { FindingDecision } from '../decisions/decision.ts';
import type { ReportPicture } from '../findings/earlier-pictures.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { describeFix } from '../fixes/describe-fix.ts';
import type { FindingNode, Impact } from '../scans/page-result.ts';
import type { ReportNode } from './report.ts';

/** A finding after the comparison with the baseline and the suppressions, or several equal ones that are not listed. */
export interface JudgedFinding extends FindingChange {
  pageId: string;
  kind: FindingKind;
  ruleId: string;
  impact: Impact;
  /** The suppression that excludes it from the count. */
  suppressedBy: string | null;
  /** What a person decided about it, if the rule could not decide. `kind` takes it into account. */
  decision: FindingDecision | null;
}

/** Returns why a finding does not count; null if it does. A suppression is named before a decision. */
export function getExclusion({
  kind,
  suppressedBy,
  decision,
}: Pick<JudgedFinding, 'kind' | 'suppressedBy'> & { decision?: FindingDecision | null | undefined }):
  | 'suppressed'
  | 'fine'
  | null {
  if (suppressedBy !== null) return 'suppressed';
  return kind === 'review' && decision === 'fine' ? 'fine' : null;
}

/** Returns an element as the report shows it. @param node the element in the page result */
export function buildReportNode(
  page: { id: string; requestedUrl: string },
  node: FindingNode,
  {
    ruleId,
    impact,
    issueGroup,
    state,
    cause,
    suppressedBy,
    decision,
  }: JudgedFinding & { issueGroup: string },
  picture: ReportPicture | null,
): ReportNode {
  const { target, path, html, fix, checks, identity } = node;
  const { fingerprint, formerly, place } = identity;
  return {
    target,
    path,
    html,
    impact,
    fix,
    picture,
    pageId: page.id,
    url: page.requestedUrl,
    howToFix: describeFix(ruleId, checks),
    fingerprint,
    ...(formerly.length > 0 ? { formerly } : {}),
    place,
    issueGroup,
    state,
    cause,
    suppressedBy,
    decision,
  };
}
