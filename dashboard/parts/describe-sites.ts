import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';

/** Returns in words which sites a key or a member is limited to. @param siteIds null for all */
export function describeSites(siteIds: readonly string[] | null): string {
  return describeSiteCount(siteIds === null ? null : siteIds.length);
}

/** @param count null for all */
export function describeSiteCount(count: number | null): string {
  return count === null ? shellText.allSites : formatCount(count, shellText.sitesCount);
}
