import type { Site } from '../../client/index.ts';
import { findNearest } from '../../core/problems/nearest.ts';
import { isOriginAllowed } from '../../core/sites/site.ts';
import { normalizeUrl } from '../../core/sites/url.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** What is read of a site. */
export type SiteEntry = Pick<Site, 'id' | 'name' | 'url' | 'origins'>;

/** What to do where the key may access no site. */
export const NO_SITES =
  'The key may access no site. Make one by POST /sites (a key of the role manager may), or use a key that is not limited to others.';

/** Sites that an error lists. */
const LISTED_MAX = 10;

/**
 * The site that a URL means: the one whose start URL it is, a fragment and letter case of the host aside; else the one
 * whose start URL it is but for a final slash; else, where it is an origin alone, the one whose start URL is there.
 * @throws CliError when there is none, or more than one
 */
export function chooseSite<Line extends SiteEntry>(url: string, given: readonly Line[]): Line {
  const sites = given.filter((site) => URL.canParse(site.url));
  const ways: ((site: Line) => boolean)[] = [
    (site) => samePage(site.url, url),
    (site) => samePage(slashless(site.url), slashless(url)),
    (site) => isOrigin(url) && new URL(site.url).origin === new URL(url).origin,
  ];
  const found = ways.map((isMeant) => sites.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  const [site, ...others] = found;
  if (!site) throw noSuchSite(url, sites);
  if (others.length === 0) return site;
  throw createUsageError(
    'site-ambiguous',
    `${found.length} sites have the URL ${shown(url)}.`,
    `Name one by its id: ${listed(found)}.`,
  );
}

function noSuchSite(url: string, sites: readonly SiteEntry[]): CliError {
  const message = `None of the sites that this key may access has the URL ${shown(url)}.`;
  return createUsageError('site-not-found', message, whatInstead(url, sites));
}

function whatInstead(url: string, sites: readonly SiteEntry[]): string {
  if (sites.length === 0) return NO_SITES;
  const covering = sites.filter((site) => isOriginAllowed(site, url));
  if (covering.length > 0) {
    const [first] = covering as [SiteEntry, ...SiteEntry[]];
    return `The URL is on an origin of ${listed(covering)}. To scan it as a preview: --site ${first.id} --url ${shown(url)}`;
  }
  const near = findNearest(
    schemeless(url),
    sites.map((site) => schemeless(site.url)),
  );
  const meant = sites.find((site) => schemeless(site.url) === near);
  if (meant) return `Did you mean ${shown(meant.url)}?`;
  return `There are: ${listed(sites)}.`;
}

function listed(sites: readonly SiteEntry[]): string {
  const lines = sites
    .slice(0, LISTED_MAX)
    .map(({ id, name, url }) => `${id} (${shown(name)}, ${shown(url)})`);
  const rest = sites.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more, see \`a11y-scan sites\``] : [])].join(', ');
}

function samePage(a: string, b: string): boolean {
  return normalizeUrl(a) === normalizeUrl(b);
}

function schemeless(text: string): string {
  return normalizeUrl(text).replace(/^https?:/, '');
}

function isOrigin(text: string): boolean {
  const { pathname, search } = new URL(text);
  return pathname === '/' && search === '';
}

/** The URL without the slash that its path ends in. */
function slashless(text: string): string {
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/$/, '');
  return url.href;
}

/** Long enough for any host and most paths. */
const SHOWN_MAX = 200;

function shown(text: string): string {
  return escapeLogLine(text, SHOWN_MAX);
}
