import { computePageId } from '../scans/page-id.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { isHttpUrl, URL_LENGTH_MAX } from '../sites/url.ts';
import type { AddressOptions } from './page-address.ts';
import { buildPageKey } from './page-address.ts';
import { isSameSite } from './same-site.ts';

/**
 * Returns the target of the redirects of a page: another page of the site, or the same page at another origin of the
 * site. Undefined if it is neither.
 * @param finalUrl the URL of the document after all redirects; its fragment may be that of another page
 */
export async function resolveRedirect(
  url: string,
  finalUrl: string | null,
  options: AddressOptions,
): Promise<FrontierPage['movedTo']> {
  // A longer URL may have been cut, and the cut URL could be that of another page.
  if (finalUrl === null || finalUrl.length > URL_LENGTH_MAX) return undefined;
  if (!isHttpUrl(finalUrl) || !isSameSite(url, finalUrl)) return undefined;
  const { origin } = new URL(finalUrl);
  const without = { hashRoutes: false };
  const samePage = buildPageKey(finalUrl, without) === buildPageKey(url, without);
  if (samePage && origin === new URL(url).origin) return undefined;
  return { pageId: await computePageId(samePage ? url : finalUrl, options), origin };
}
