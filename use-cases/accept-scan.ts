import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Acceptance } from '../core/scans/acceptance.ts';
import { buildRevisionKey, hasRevision, revisionParts } from '../core/scans/object-keys.ts';
import { createNothingToReport } from '../core/scans/report-availability.ts';
import { canBeBaseline, type Scan } from '../core/scans/scan.ts';
import { type FindScan, getScan } from './get-scan.ts';
import { type ReadAuthorDependencies, readAuthor } from './read-author.ts';
import type { RequestContext } from './request-context.ts';

export interface AcceptScanDependencies extends FindScan, ReadAuthorDependencies {
  /** Returns the reference of the scan with its comparable key; undefined if the scan was never planned. */
  readReference(scanId: string): Promise<{ comparableKey: string } | undefined>;
  /** Returns the size of an object of the bucket in bytes; undefined if it does not exist. */
  getObjectSize(key: string): Promise<number | undefined>;
  /** Makes the scan the baseline of its branch and returns it; undefined if its site was deleted. */
  saveAcceptance(
    scan: Scan,
    comparableKey: string,
    acceptance: Acceptance,
    by: Actor,
  ): Promise<Scan | undefined>;
}

/** Accepts a scan as the baseline of later scans, whether its gate passed or not. Returns the scan. */
export async function acceptScan(
  dependencies: AcceptScanDependencies,
  input: RequestContext<'key' | 'member'> & { scanId: string; reason: string },
): Promise<Scan> {
  const { principal, requestId, now, scanId, reason } = input;
  const scan = await getScan(dependencies, { principal, scanId });
  if (!canBeBaseline(scan)) throw new Problem('scan-not-completed', describeRefusal(scan));
  const reference = await dependencies.readReference(scanId);
  if (reference === undefined || !(await hasState(dependencies, scan))) throw createNothingToReport(scan);
  const acceptance = { at: now.toISOString(), by: await readAuthor(dependencies, principal), reason };
  const by = toActor(principal, requestId);
  const accepted = await dependencies.saveAcceptance(scan, reference.comparableKey, acceptance, by);
  if (accepted === undefined) throw createNothingToReport(scan);
  return accepted;
}

function describeRefusal({ status, report }: Scan): string {
  if (status !== 'completed') {
    return `The scan is ${status}. Only a completed scan with a report can be accepted.`;
  }
  return `The scan has no report${report === 'pending' ? ' yet' : ''}. Only a completed scan with a report can be accepted.`;
}

/** True if the bucket still has the state of the scan, with which later scans would be compared. */
async function hasState({ getObjectSize: objectSize }: AcceptScanDependencies, scan: Scan): Promise<boolean> {
  if (!hasRevision(scan)) return false;
  return (await objectSize(buildRevisionKey(scan, revisionParts.state))) !== undefined;
}
