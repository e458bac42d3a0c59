import { createInvalidRequest } from '../core/problems/problem.ts';
import { getExampleOrigin } from '../core/sites/origin-pattern.ts';

export interface CheckUrl {
  /** Returns the reason why no scan may open a URL; null if a scan may. */
  urlFault(url: string): string | null;
}

/**
 * Refuses a URL that no scan may open, before it is stored.
 * @param path the member of the body with the URL, e.g. `config.url`
 * @throws Problem invalid-request with the member and the reason
 */
export function requireAllowedUrl(check: CheckUrl, path: string, url: string): void {
  requireAllowed(check, [{ path, url }]);
}

/**
 * Refuses the URL and the further origins of a site that no scan may open, before they are stored.
 * @throws Problem invalid-request with the members and the reasons
 */
export function requireAllowedSite(
  check: CheckUrl,
  { url, origins = [] }: { url?: string | undefined; origins?: readonly string[] | undefined },
): void {
  requireAllowed(check, [
    ...(url === undefined ? [] : [{ path: 'url', url }]),
    ...origins.map((entry, index) => ({ path: `origins[${index}]`, url: getExampleOrigin(entry) })),
  ]);
}

function requireAllowed({ urlFault }: CheckUrl, all: readonly { path: string; url: string }[]): void {
  const faults = all.flatMap(({ path, url }) => {
    const message = urlFault(url);
    return message === null ? [] : [{ path, message }];
  });
  if (faults.length > 0) throw createInvalidRequest(faults);
}
