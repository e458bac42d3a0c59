import type { FindingCause, FindingState } from '../comparison/states.ts';
import type { ReportPicture } from '../findings/earlier-pictures.ts';
import { howToFix } from '../fixes/how-to-fix.ts';
import { impactOf } from '../scans/page-finding.ts';
import type { FindingNode, PageFinding } from '../scans/page-result.ts';
import type { ReportNode } from './report.ts';

/** What is known of an element beside what the page gave. */
export interface NodeJudgement {
  state: FindingState;
  cause: FindingCause | null;
  suppressedBy: string | null;
  picture: ReportPicture | null;
}

/** Id of the issue group that an element belongs to; null for one of a result that was stored before there were any. */
export function issueGroupOf(node: FindingNode): string | null {
  return node.identity ? `grp_${node.identity.component}` : null;
}

/** An element as the report shows it. */
export function reportNode(
  page: { id: string; requestedUrl: string },
  finding: PageFinding,
  node: FindingNode,
  { state, cause, suppressedBy, picture }: NodeJudgement,
): ReportNode {
  const { any, all, none } = node.fix;
  const formerly = node.identity?.formerly ?? [];
  return {
    target: node.target,
    ...(node.path === undefined ? {} : { path: node.path }),
    html: node.html,
    impact: impactOf(finding, node),
    fix: { any, all, none },
    picture,
    pageId: page.id,
    url: page.requestedUrl,
    howToFix: howToFix(finding.ruleId, node.checks, node.fix),
    fingerprint: node.identity?.fingerprint ?? null,
    ...(formerly.length > 0 ? { formerly } : {}),
    place: node.identity?.place ?? null,
    issueGroup: issueGroupOf(node),
    state,
    cause,
    suppressedBy,
  };
}
