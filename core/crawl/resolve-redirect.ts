import { computePageId } from '../scans/page-id.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../sites/url.ts';
import type { AddressOptions } from './page-address.ts';
import { buildPageKey } from './page-address.ts';
import { isSameSite } from './same-site.ts';

/**
 * Where the redirects of a page led: to another page of its site, or to the same one at another origin of it.
 * Undefined when they did neither.
 * @param finalUrl the URL of the document in the end; its fragment is not known to be that of the page
 */
export async function resolveRedirect(
  url: string,
  finalUrl: string | null,
  options: AddressOptions,
): Promise<FrontierPage['movedTo']> {
  // One that is longer may have been cut, and would be another page's too.
  if (finalUrl === null || finalUrl.length > URL_LENGTH_MAX) return undefined;
  if (!isHttpUrl(finalUrl) || !isSameSite(url, finalUrl)) return undefined;
  const { origin } = new URL(finalUrl);
  const without = { hashRoutes: false };
  const samePage = buildPageKey(finalUrl, without) === buildPageKey(url, without);
  if (samePage && origin === new URL(url).origin) return undefined;
  return { pageId: await computePageId(samePage ? url : finalUrl, options), origin };
}
