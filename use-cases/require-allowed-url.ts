import { createInvalidRequest } from '../core/problems/problem.ts';

export interface CheckUrl {
  /** Returns why no scan may ever open a URL, or null if one may. */
  urlFault(url: string): string | null;
}

/**
 * Refuses a URL that no scan may ever open, before it is stored.
 * @param path the member of the body that holds it, e.g. `config.url`
 * @throws Problem invalid-request that names the member and says why
 */
export function requireAllowedUrl({ urlFault }: CheckUrl, path: string, url: string): void {
  const message = urlFault(url);
  if (message !== null) throw createInvalidRequest([{ path, message }]);
}
