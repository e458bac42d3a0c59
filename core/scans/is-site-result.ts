import type { Scan } from './scan.ts';

/**
 * True if the results of a scan are those of its site. A scan of a pull request, of a branch that will be merged into
 * another one, or of another address than that of the site, such as a preview, says nothing about the site itself.
 */
export function isSiteResult({ config, siteUrl }: Pick<Scan, 'config' | 'siteUrl'>): boolean {
  const { branch, targetBranch, pullRequest } = config.metadata ?? {};
  const isForMerge = pullRequest !== undefined || (targetBranch !== undefined && targetBranch !== branch);
  const isElsewhere = config.url !== undefined && new URL(config.url).href !== new URL(siteUrl).href;
  return !isForMerge && !isElsewhere;
}
