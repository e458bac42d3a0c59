import { createInvalidRequest } from '../core/problems/problem.ts';
import { formatPath } from '../core/problems/request-errors.ts';
import {
  type Credentials,
  type Sealed,
  type StoredCredentials,
  toStoredCredentials,
} from '../core/sites/credentials.ts';
import {
  findCredentialsFaults,
  type GivenCredentials,
  toCredentials,
} from '../core/sites/credentials-body.ts';
import type { Site } from '../core/sites/site.ts';

export interface SealCredentials {
  seal(credentials: Credentials, site: { accountId: string; siteId: string }): Promise<Sealed>;
}

/**
 * Encrypts new credentials of a site. Returns them as they are stored with the site.
 * @throws Problem invalid-request if the site may not have these credentials on its URL
 */
export async function sealCredentials(
  { seal }: SealCredentials,
  given: GivenCredentials,
  site: Site,
  now: Date,
): Promise<StoredCredentials> {
  const faults = findCredentialsFaults(given, site.url);
  if (faults.length > 0) {
    throw createInvalidRequest(
      faults.map(({ path, message }) => ({ path: formatPath('', ['credentials', ...path]), message })),
    );
  }
  const credentials = toCredentials(given, site.url);
  return toStoredCredentials(credentials, await seal(credentials, site), now);
}
