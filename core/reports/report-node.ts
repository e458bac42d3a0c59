import type { ReportPicture } from '../findings/earlier-pictures.ts';
import { describeFix } from '../fixes/describe-fix.ts';
import type { FindingNode } from '../scans/page-result.ts';
import type { JudgedFinding } from './judged-finding.ts';
import type { ReportNode } from './report.ts';

/** Returns the id of the issue group that an element belongs to. */
export function getIssueGroupId({ identity }: FindingNode): string {
  return `grp_${identity.component}`;
}

/** Returns an element as the report shows it. */
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
