import type { ListQuery } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { Site, SiteList } from './generated/types.ts';
import { checkSite } from './shapes.ts';

/** Maximum number of sites of one result page. */
const LIST_LIMIT = 100;

/**
 * Returns the sites of all result pages.
 * @throws ConnectionError if a cursor repeats, besides what `list` throws
 */
export async function listAllSites(
  apiUrl: string,
  list: (query: ListQuery) => Promise<SiteList>,
): Promise<Site[]> {
  const sites: Site[] = [];
  const seen = new Set<string>();
  let page = await list({ limit: LIST_LIMIT });
  for (;;) {
    sites.push(...page.items.map((site) => checkSite(apiUrl, site)));
    const { nextCursor } = page;
    if (nextCursor === null) return sites;
    if (seen.has(nextCursor)) {
      const message = `The list of sites at ${apiUrl} repeats a result page. Check the URL of the API.`;
      throw new ConnectionError('not-the-api', message);
    }
    seen.add(nextCursor);
    page = await list({ limit: LIST_LIMIT, cursor: nextCursor });
  }
}
