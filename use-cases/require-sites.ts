import { createInvalidRequest } from '../core/problems/problem.ts';

export interface FindSites {
  /** Returns those of the given sites that exist in an account. */
  findSites(accountId: string, siteIds: string[]): Promise<{ siteId: string }[]>;
}

/**
 * Checks that sites exist in an account.
 * @throws Problem invalid-request, with the path of each site that does not
 */
export async function requireSites(
  { findSites }: FindSites,
  accountId: string,
  siteIds: readonly string[] | null | undefined,
): Promise<void> {
  if (!siteIds || siteIds.length === 0) return;
  const found = new Set((await findSites(accountId, [...siteIds])).map(({ siteId }) => siteId));
  const errors = siteIds.flatMap((siteId, at) =>
    found.has(siteId) ? [] : [{ path: `siteIds[${at}]`, message: 'is not a site of this account' }],
  );
  if (errors.length > 0) throw createInvalidRequest(errors);
}
