import { shellText } from '../text/en/shell.ts';
import { formatCount } from '../text/plural.ts';

/** Returns in words which sites a key or a member is limited to. @param siteIds null for all */
export function describeSites(siteIds: readonly string[] | null): string {
  return siteIds === null ? shellText.allSites : formatCount(siteIds.length, shellText.sitesCount);
}
