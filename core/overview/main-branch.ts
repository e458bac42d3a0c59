import { createHash } from 'node:crypto';
import { getScanScope, isSiteResult } from '../scans/is-site-result.ts';
import type { Scan } from '../scans/scan.ts';

const DIGEST_LENGTH = 16;

/** Returns what an entry of the overview stores of the name of a branch, which can be long; null for no branch. */
export function digestBranch(branch: string | null): string | null {
  return branch === null ? null : createHash('sha256').update(branch).digest('hex').slice(0, DIGEST_LENGTH);
}

/** Like `isSiteResult`, with the digest of the main branch. */
export function isResultOf(
  scan: Pick<Scan, 'config' | 'siteUrl' | 'smallerCrawl'>,
  mainBranchDigest: string | null,
): boolean {
  const scope = getScanScope(scan);
  return isSiteResult({ ...scope, branch: digestBranch(scope.branch) }, mainBranchDigest);
}
