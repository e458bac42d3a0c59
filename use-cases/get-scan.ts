import { canAccessSite } from '../core/access/principal.ts';
import { Problem } from '../core/problems/problem.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { ReadContext } from './request-context.ts';

export interface FindScan {
  findScan(scanId: string): Promise<Scan | undefined>;
}

/**
 * Returns a scan that the principal may access. Its site may be deleted.
 * @throws Problem scan-not-found, the same in all cases: unknown scan, other account, or site not accessible
 */
export async function getScan(
  { findScan }: FindScan,
  { principal, scanId }: ReadContext & { scanId: string },
): Promise<Scan> {
  const scan = await findScan(scanId);
  if (!scan || scan.accountId !== principal.accountId || !canAccessSite(principal, scan.siteId)) {
    throw new Problem('scan-not-found');
  }
  return scan;
}
