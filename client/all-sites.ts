import type { ListQuery } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { Site, SiteList } from './generated/types.ts';
import { checkSite } from './shapes.ts';

/** Sites of one page of the list, the most that there can be. */
const LIST_LIMIT = 100;

/**
 * The sites of all pages of the list.
 * @throws ConnectionError for a list that leads back to itself, besides what `list` throws
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
      const message = `The list of sites at ${apiUrl} leads back to itself. Check the URL of the API.`;
      throw new ConnectionError('not-the-api', message);
    }
    seen.add(nextCursor);
    page = await list({ limit: LIST_LIMIT, cursor: nextCursor });
  }
}
