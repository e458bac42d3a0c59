import type { ChangedSite, Site } from '../../api/types.ts';
import { formatLines, parseLines } from '../../parts/lines.ts';
import { parseWholeNumber } from '../../parts/parse-number.ts';

/** The settings of a site as texts of fields. */
export interface SettingsValues {
  name: string;
  url: string;
  labels: string;
  mainBranch: string;
  crawl: Site['crawl'];
  maxPages: string;
  maxDepth: string;
  pages: string;
  includeUrls: string;
  excludeUrls: string;
  hashRoutes: boolean;
  robots: Site['robots'];
  origins: string;
  sourcePaths: string;
}

/** Returns the texts of the fields for a site. */
export function toSettingsValues(site: Site): SettingsValues {
  const { name, url, crawl, hashRoutes, robots, maxPages, maxDepth, sourcePaths } = site;
  return {
    name,
    url,
    crawl,
    hashRoutes,
    robots,
    maxPages: String(maxPages),
    maxDepth: maxDepth === null ? '' : String(maxDepth),
    labels: formatLines(site.labels),
    mainBranch: site.mainBranch ?? '',
    pages: formatLines(site.pages),
    includeUrls: formatLines(site.includeUrls),
    excludeUrls: formatLines(site.excludeUrls),
    origins: formatLines(site.origins),
    sourcePaths: formatLines(sourcePaths.map(({ url: pages, path }) => `${pages} ${path}`)),
  };
}

/** Returns the members that differ between two states of the fields: the service keeps the others. */
export function findSettingsChange(before: SettingsValues, after: SettingsValues): ChangedSite {
  const [old, change] = [parseSettings(before), parseSettings(after)];
  const names = Object.keys(change) as (keyof typeof change)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(change[name]))
      .map((name) => [name, change[name]]),
  );
}

function parseSettings(values: SettingsValues): ChangedSite {
  return {
    ...values,
    maxPages: parseWholeNumber(values.maxPages),
    maxDepth: parseWholeNumber(values.maxDepth),
    labels: parseLines(values.labels),
    mainBranch: values.mainBranch.trim() || null,
    pages: parseLines(values.pages),
    includeUrls: parseLines(values.includeUrls),
    excludeUrls: parseLines(values.excludeUrls),
    origins: parseLines(values.origins),
    sourcePaths: parseLines(values.sourcePaths).map((line) => {
      // Patterns of URLs have no spaces, paths of files may have some.
      const [url = ''] = line.split(/\s/, 1);
      return { url, path: line.slice(url.length).trim() };
    }),
  };
}
