import type { FindingChange } from '../comparison/compare-page.ts';
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
}

/** Returns the id of the issue group that an element belongs to. */
export function getIssueGroupId({ identity }: FindingNode): string {
  return `grp_${identity.component}`;
}

/** Returns an element as the report shows it. @param node the element in the page result */
export function buildReportNode(
  page: { id: string; requestedUrl: string },
  node: FindingNode,
  { ruleId, impact, state, cause, suppressedBy }: JudgedFinding,
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
    issueGroup: getIssueGroupId(node),
    state,
    cause,
    suppressedBy,
  };
}
