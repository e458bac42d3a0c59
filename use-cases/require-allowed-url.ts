import { createInvalidRequest } from '../core/problems/problem.ts';

export interface CheckUrl {
  /** Returns the reason why no scan may open a URL; null if a scan may. */
  urlFault(url: string): string | null;
}

/**
 * Refuses a URL that no scan may open, before it is stored.
 * @param path the member of the body with the URL, e.g. `config.url`
 * @throws Problem invalid-request with the member and the reason
 */
export function requireAllowedUrl({ urlFault }: CheckUrl, path: string, url: string): void {
  const message = urlFault(url);
  if (message !== null) throw createInvalidRequest([{ path, message }]);
}
