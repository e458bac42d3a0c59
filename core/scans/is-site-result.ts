import type { Scan } from './scan.ts';

/** What decides whether the results of a scan are those of its site. */
export interface ScanScope {
  branch: string | null;
  /** Whether the branch will be merged into another one. */
  isToBeMerged: boolean;
  /** False for a scan of a pull request, of another address than that of the site, or of fewer pages than its own. */
  isOfSite: boolean;
}

/** Returns what decides whether the results of a scan are those of its site. */
export function getScanScope({
  config,
  siteUrl,
  smallerCrawl,
}: Pick<Scan, 'config' | 'siteUrl' | 'smallerCrawl'>): ScanScope {
  const { branch, targetBranch, pullRequest } = config.metadata ?? {};
  const isElsewhere = config.url !== undefined && new URL(config.url).href !== new URL(siteUrl).href;
  return {
    branch: branch ?? null,
    isToBeMerged: targetBranch !== undefined && targetBranch !== branch,
    isOfSite: pullRequest === undefined && !isElsewhere && !smallerCrawl,
  };
}

/**
 * How many of the newest scans of a site are searched for one whose results are those of the site, so that a call takes
 * a limited time also if a site has only scans of pull requests. A list that is filtered by branch searches as many at
 * once.
 */
export const SITE_RESULT_SEARCHED = 1_000;

/**
 * True if the results of a scan are those of its site. A clean preview, branch or part of a site must not hide the
 * faults of the site itself. A scan without a branch is of the site as it is online, unless it says what it will be
 * merged into.
 * @param mainBranch the setting of the site
 */
export function isSiteResult(
  { branch, isToBeMerged, isOfSite }: ScanScope,
  mainBranch: string | null,
): boolean {
  const isMain = mainBranch === null || branch === null ? !isToBeMerged : branch === mainBranch;
  return isOfSite && isMain;
}
