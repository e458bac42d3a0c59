import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import {
  buildDecision,
  DECISIONS_MAX,
  type Decide,
  type Decision,
  type JudgedSubject,
} from '../core/decisions/decision.ts';
import { findJudgedSubject } from '../core/decisions/judged-finding.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import type { FindingIndex } from '../core/reports/finding-index.ts';
import type { ScanRevision } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import { findReportedScan } from './find-reported-scan.ts';
import type { FindScan } from './get-scan.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type ReadAuthorDependencies, readAuthor } from './read-author.ts';
import type { RequestContext } from './request-context.ts';
import { retryWrite } from './retry-write.ts';

export interface FindDecision {
  findDecision(at: { accountId: string; siteId: string; fingerprint: string }): Promise<Decision | undefined>;
}

export interface DecideDependencies extends FindSite, FindScan, FindDecision, ReadAuthorDependencies {
  /** Returns the index of a report's findings; undefined if it was deleted. */
  readIndex(of: ScanRevision): Promise<FindingIndex | undefined>;
  /** Writes a decision within the limit of its site, or replaces the one that was read. */
  putDecision(
    before: Decision | undefined,
    decision: Decision,
    by: Actor,
    now: Date,
  ): Promise<'saved' | 'site-gone' | 'full' | 'changed'>;
}

type DecideInput = RequestContext<'key' | 'member'> & { siteId: string; body: Decide };

/** Decides about a finding that needs review. Returns the decision, and whether it replaces an earlier one. */
export async function decide(
  dependencies: DecideDependencies,
  input: DecideInput,
): Promise<{ decision: Decision; replaced: boolean }> {
  const { principal, requestId, now, body } = input;
  const { accountId, siteId } = await getSite(dependencies, input);
  const judged = await readJudgedSubject(dependencies, input);
  const author = await readAuthor(dependencies, principal);
  return retryWrite('decision', async () => {
    const before = await dependencies.findDecision({ accountId, siteId, fingerprint: body.fingerprint });
    const decision = buildDecision({ accountId, siteId, author }, body, judged, before, now);
    const outcome = await dependencies.putDecision(before, decision, toActor(principal, requestId), now);
    if (outcome === 'site-gone') throw new Problem('site-not-found');
    if (outcome === 'full') {
      throw new Problem(
        'decisions-limit',
        `The site has ${DECISIONS_MAX} decisions, the maximum. Delete decisions on findings that no longer exist.`,
      );
    }
    return outcome === 'saved' ? { decision, replaced: before !== undefined } : undefined;
  });
}

/** Returns what the person judged, from the report. What the caller says about the finding is not trusted. */
async function readJudgedSubject(
  dependencies: DecideDependencies,
  { principal, siteId, body }: DecideInput,
): Promise<JudgedSubject> {
  const { scanId, fingerprint } = body;
  const found = await findReportedScan(dependencies, { principal, scanId });
  if (found.scan.siteId !== siteId)
    throw createInvalidRequest([{ path: 'scanId', message: 'must be a scan of this site' }]);
  if (found.kind === 'pending') throw new Problem('report-not-ready');
  const index = await dependencies.readIndex(found.scan);
  if (!index) throw createNothingToReport(found.scan);
  const judged = findJudgedSubject(index, fingerprint);
  if ('message' in judged) throw createInvalidRequest([judged]);
  return judged;
}
