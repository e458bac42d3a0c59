import { invalidRequest } from '../../core/problems/problem.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { urlFault } from '../../scanner/egress/url-fault.ts';

/**
 * Refuses a URL that no scan may ever open, before it is stored.
 * @param path the member of the body that holds it, e.g. `config.url`
 * @throws Problem `invalid-request` that names the member and says why
 */
export function requireOpenable(path: string, url: string, policy: EgressPolicy): void {
  const message = urlFault(url, policy);
  if (message !== null) throw invalidRequest([{ path, message }]);
}
