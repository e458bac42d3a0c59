import type { ChoiceBudget } from './choice-budget.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { type FoundAddress, FoundPages } from './found-pages.ts';
import type { NotAttemptedReason } from './not-attempted.ts';
import { createUrlFilter, URL_VARIANTS_MAX } from './url-glob.ts';

/** What decides whether a found page may belong to a scan. */
export interface CrawlRules {
  settings: CrawlSettings;
  /** The origin at which pages are opened: that of the start URL, or the one of the same site that it moved to. */
  origin: string;
  /** Whether the pages are opened with the site's credentials. */
  signedIn: boolean;
  /** True if robots.txt allows a URL. */
  allowed: (url: string) => boolean;
  /** Number of rules with wildcards in robots.txt, each of which `allowed` matches; absent for none. */
  wildcardRules?: number;
  /** Limits the steps of one choice of pages; absent for no limit. */
  budget?: ChoiceBudget;
}

/**
 * Returns the pages behind the addresses, each once, in the order in which they are chosen. The result depends on the
 * addresses only, not on their order or on how often they were found.
 */
export function listCandidates(
  found: Iterable<FoundAddress>,
  { origin, settings, budget }: CrawlRules,
): FoundAddress[] {
  const pages = new FoundPages(origin, settings, undefined, budget);
  for (const one of found) pages.add(one);
  return pages.list();
}

/**
 * Returns a function that returns why a found page is excluded; undefined if the page may be chosen. It throws
 * ChoiceBudgetError if it has taken too many steps.
 */
export function createExclusionCheck({ settings, signedIn, allowed, wildcardRules = 0, budget }: CrawlRules) {
  const matches = createUrlFilter(settings);
  const globs = [...settings.includeUrls, ...settings.excludeUrls];
  const globSteps = globs.reduce((sum, { length }) => sum + Math.ceil(length / 32), 0);
  const stepsPerCharacter = URL_VARIANTS_MAX * globSteps + wildcardRules + 1;
  return ({ url, risky }: FoundAddress): NotAttemptedReason | undefined => {
    budget?.spend(stepsPerCharacter * url.length);
    if (isFile(url)) return 'file';
    if (!matches(url)) return 'pattern';
    if (settings.robots === 'obey' && !allowed(url)) return 'robots';
    return risky && signedIn ? 'risky' : undefined;
  };
}

/**
 * File extensions that are not web pages. Sites also link to such files, and the files would count
 * towards `maxPages`. Extensions that pages also have (`.php`, `.aspx`, `.html`, none) are not in the list.
 */
const fileExtensions = new Set(
  `
  pdf doc docx odt rtf xls xlsx ods csv ppt pptx odp epub ics vcf
  png jpg jpeg gif webp avif svg ico bmp tif tiff heic
  mp3 ogg oga wav flac m4a mp4 m4v webm mov avi mkv
  zip gz tgz bz2 xz 7z rar tar dmg exe msi pkg deb rpm apk iso
  css js mjs map json xml rss atom txt md woff woff2 ttf otf eot wasm
`
    .split(/\s+/)
    .filter(Boolean),
);

/** True if the path of a URL ends with the extension of a file that is not a page. */
export function isFile(url: string): boolean {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const extension = name.includes('.') ? name.split('.').at(-1) : undefined;
  return extension !== undefined && fileExtensions.has(extension.toLowerCase());
}
