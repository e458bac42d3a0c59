import { invalidRequest } from '../core/problems/problem.ts';
import { pathText } from '../core/problems/request-errors.ts';
import {
  type Credentials,
  type Sealed,
  type StoredCredentials,
  toStoredCredentials,
} from '../core/sites/credentials.ts';
import { credentialsFaults, credentialsFor, type GivenCredentials } from '../core/sites/credentials-body.ts';
import type { Site } from '../core/sites/site.ts';

export interface SealCredentials {
  seal(credentials: Credentials, site: { accountId: string; siteId: string }): Promise<Sealed>;
}

/**
 * Returns new credentials of a site as the site stores them.
 * @throws Problem invalid-request if the site may not have them on its URL
 */
export async function sealCredentials(
  { seal }: SealCredentials,
  given: GivenCredentials,
  site: Site,
  now: Date,
): Promise<StoredCredentials> {
  const faults = credentialsFaults(given, site.url);
  if (faults.length > 0) {
    throw invalidRequest(
      faults.map(({ path, message }) => ({ path: pathText('', ['credentials', ...path]), message })),
    );
  }
  const credentials = credentialsFor(given, site.url);
  return toStoredCredentials(credentials, await seal(credentials, site), now);
}
