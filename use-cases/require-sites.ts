import { createInvalidRequest } from '../core/problems/problem.ts';

export interface FindSites {
  /** Returns those of the given sites that exist in an account. */
  findSites(accountId: string, siteIds: string[]): Promise<{ siteId: string }[]>;
}

/** Returns those of the given sites that do not exist in an account. */
export async function findMissingSites(
  { findSites }: FindSites,
  accountId: string,
  siteIds: readonly string[],
): Promise<string[]> {
  const found = new Set((await findSites(accountId, [...siteIds])).map(({ siteId }) => siteId));
  return siteIds.filter((siteId) => !found.has(siteId));
}

/**
 * Checks that sites exist in an account.
 * @throws Problem invalid-request, with the path of each site that does not
 */
export async function requireSites(
  dependencies: FindSites,
  accountId: string,
  siteIds: readonly string[] | null | undefined,
): Promise<void> {
  if (!siteIds || siteIds.length === 0) return;
  const missing = await findMissingSites(dependencies, accountId, siteIds);
  const errors = siteIds.flatMap((siteId, at) =>
    !missing.includes(siteId) ? [] : [{ path: `siteIds[${at}]`, message: 'is not a site of this account' }],
  );
  if (errors.length > 0) throw createInvalidRequest(errors);
}
