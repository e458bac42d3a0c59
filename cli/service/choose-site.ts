import type { Site } from '../../client/index.ts';
import { findNearest } from '../../core/problems/nearest.ts';
import { isOriginAllowed } from '../../core/sites/site.ts';
import { normalizeUrl } from '../../core/sites/url.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** The members of a site that are used here. */
export type SiteEntry = Pick<Site, 'id' | 'name' | 'url' | 'origins'>;

/** The hint if the key may access no site. */
export const NO_SITES =
  'The key may access no site. Create one with POST /sites (with a key of the role manager), or use a key that is not limited to other sites.';

/** Maximum number of sites in an error. */
const LISTED_MAX = 10;

/**
 * Returns the site for a URL. The first rule that matches decides: the start URL is equal, apart from a fragment and
 * the case of the host; the start URL is equal apart from a trailing slash; the URL is an origin, and the start URL is
 * on it.
 * @throws CliError if no site matches, or more than one
 */
export function chooseSite<Line extends SiteEntry>(url: string, given: readonly Line[]): Line {
  const sites = given.filter((site) => URL.canParse(site.url));
  const rules: ((site: Line) => boolean)[] = [
    (site) => isSamePage(site.url, url),
    (site) => isSamePage(removeTrailingSlash(site.url), removeTrailingSlash(url)),
    (site) => isOrigin(url) && new URL(site.url).origin === new URL(url).origin,
  ];
  const found = rules.map((isMeant) => sites.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  const [site, ...others] = found;
  if (!site) throw createSiteNotFoundError(url, sites);
  if (others.length === 0) return site;
  throw createUsageError(
    'site-ambiguous',
    `${found.length} sites have the URL ${formatText(url)}.`,
    `Use the id of one of them: ${formatSites(found)}.`,
  );
}

function createSiteNotFoundError(url: string, sites: readonly SiteEntry[]): CliError {
  const message = `None of the sites that this key may access has the URL ${formatText(url)}.`;
  return createUsageError('site-not-found', message, suggestSites(url, sites));
}

function suggestSites(url: string, sites: readonly SiteEntry[]): string {
  if (sites.length === 0) return NO_SITES;
  const covering = sites.filter((site) => isOriginAllowed(site, url));
  if (covering.length > 0) {
    const [first] = covering as [SiteEntry, ...SiteEntry[]];
    return `The URL is on an origin of ${formatSites(covering)}. To scan it as a preview: --site ${first.id} --url ${formatText(url)}`;
  }
  const near = findNearest(
    removeScheme(url),
    sites.map((site) => removeScheme(site.url)),
  );
  const meant = sites.find((site) => removeScheme(site.url) === near);
  if (meant) return `Did you mean ${formatText(meant.url)}?`;
  return `The sites are: ${formatSites(sites)}.`;
}

function formatSites(sites: readonly SiteEntry[]): string {
  const lines = sites
    .slice(0, LISTED_MAX)
    .map(({ id, name, url }) => `${id} (${formatText(name)}, ${formatText(url)})`);
  const rest = sites.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more, see \`a11y-scan sites\``] : [])].join(', ');
}

function isSamePage(a: string, b: string): boolean {
  return normalizeUrl(a) === normalizeUrl(b);
}

function removeScheme(text: string): string {
  return normalizeUrl(text).replace(/^https?:/, '');
}

function isOrigin(text: string): boolean {
  const { pathname, search } = new URL(text);
  return pathname === '/' && search === '';
}

/** Returns the URL without a trailing slash in its path. */
function removeTrailingSlash(text: string): string {
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/$/, '');
  return url.href;
}

/** Maximum length of a shown text. Enough for any host and most paths. */
const SHOWN_MAX = 200;

function formatText(text: string): string {
  return escapeLogLine(text, SHOWN_MAX);
}
