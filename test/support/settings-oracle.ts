import { DISALLOWED, links, type Planted, planted, ROUTE, SUFFIX, sitemap } from './settings-site.ts';

/**
 * Computes what a scan of the settings' site must find from docs/settings.md, docs/findings.md and docs/cli.md. It
 * uses none of the code that it checks.
 */

/** The settings of a trial, as `config` of the API has them. */
export interface TrialConfig {
  rules: readonly string[];
  checks?: 'all' | 'axe';
  viewport?: 'mobile' | 'tablet' | { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  locale?: string;
  userAgentSuffix?: string;
  includeSelectors?: readonly string[];
  excludeSelectors?: readonly string[];
  waitFor?: { selector: string } | { milliseconds: number };
  expect?: { status: number };
  crawl?: 'none' | 'links' | 'sitemap' | 'both';
  maxPages?: number;
  maxDepth?: number | null;
  includeUrls?: readonly string[];
  excludeUrls?: readonly string[];
  hashRoutes?: boolean;
  robots?: 'obey' | 'ignore';
  metadata?: { branch?: string; targetBranch?: string; commit?: string; pullRequest?: string };
}

/** The thresholds of a trial's gate. */
export interface TrialThresholds {
  new?: Impact;
  any?: Impact;
  total?: number;
}
export interface TrialGate extends TrialThresholds {
  bestPractice?: TrialThresholds;
  review?: boolean;
  minCoverage?: number;
  onNoBaseline?: 'report' | 'fail';
}

export interface Trial {
  config: TrialConfig;
  /** Path of the start URL. */
  start: '/' | '/missing' | '/mapped';
  /** Paths of the listed pages. */
  pages?: readonly string[];
  /** True if the site has its fault `added`. */
  isChanged: boolean;
  /** True if pages are opened with the credentials that the site requires. */
  isSignedIn?: boolean;
}

type Impact = 'critical' | 'serious' | 'moderate' | 'minor';
const impacts: readonly Impact[] = ['critical', 'serious', 'moderate', 'minor'];

export interface ExpectedFinding {
  /** Path of the page. */
  page: string;
  rule: string;
  kind: 'violation' | 'review';
  /** `id` of the element. */
  id: string;
  impact: Impact;
  isBestPractice: boolean;
}

export interface ExpectedPage {
  /** Path and route. */
  path: string;
  outcome: 'scanned' | 'partially-scanned' | 'nothing-selected' | 'http-error';
}

export interface Expected {
  /** In the order in which they are chosen. */
  pages: ExpectedPage[];
  /** Paths of the scanned pages on which the element that the scan waits for does not appear. */
  unready: string[];
  /** True if a selector to include matches nothing on any page. */
  isSelectorLost: boolean;
  findings: ExpectedFinding[];
}

/** Returns the pages and findings of a scan. */
export function expectedOf(trial: Trial): Expected {
  const pages = pagesOf(trial);
  const scanned = pages.filter(({ outcome }) => isScanned(outcome));
  const { waitFor } = trial.config;
  const isReady = (path: string) => !waitFor || !('selector' in waitFor) || appears(waitFor.selector, path);
  const unready = scanned.map(({ path }) => path).filter((path) => !isReady(path));
  const isSelectorLost = (trial.config.includeSelectors ?? []).some(
    (selector) => !scanned.some(({ path }) => isShownOn(selector, path)),
  );
  return { pages, unready, isSelectorLost, findings: scanned.flatMap(({ path }) => findingsOn(path, trial)) };
}

function isScanned(outcome: ExpectedPage['outcome']): boolean {
  return outcome === 'scanned' || outcome === 'partially-scanned';
}

// Which pages are scanned: "Which pages" of docs/settings.md.

function pagesOf(trial: Trial): ExpectedPage[] {
  const { config, start, pages: listed = [] } = trial;
  const { crawl = 'both', maxPages = 25, maxDepth = null, hashRoutes = false } = config;
  const chosen = new Map<string, ExpectedPage>();
  const add = (path: string) => chosen.set(path, { path, outcome: outcomeOf(path, trial) });
  const asPage = (path: string) => (hashRoutes ? path : path.replace(/#.*/, ''));
  const further = (paths: readonly string[]) =>
    [...new Set(paths.map(asPage))]
      .filter((path) => !chosen.has(path) && mayBeScanned(path, config))
      .sort((a, b) => segments(a) - segments(b) || (a < b ? -1 : 1));
  for (const path of [start, ...listed]) add(path);
  const followsLinks = crawl === 'links' || crawl === 'both';
  const mapped = crawl === 'sitemap' || crawl === 'both' ? further(sitemap) : [];
  // Pages of the sitemap come first if `maxPages` allows all of them; otherwise together with the links.
  const remaining = maxPages - chosen.size;
  const wait = mapped.length > remaining && followsLinks;
  if (!wait) for (const path of mapped.slice(0, remaining)) add(path);
  let round = [...chosen.values()];
  let waiting = wait ? mapped : [];
  for (let depth = 1; followsLinks && depth <= (maxDepth ?? 100) && chosen.size < maxPages; depth++) {
    // Links are read from every page that returned the expected status, even if none of its content is tested.
    const read = round.filter(({ outcome }) => outcome !== 'http-error');
    const found = [...read.flatMap(({ path }) => links[path.replace(/#.*/, '')] ?? []), ...waiting];
    waiting = [];
    round = further(found)
      .slice(0, maxPages - chosen.size)
      .map((path) => add(path).get(path) as ExpectedPage);
    if (round.length === 0) break;
  }
  return [...chosen.values()];
}

const segments = (path: string) => path.replace(/#.*/, '').split('/').filter(Boolean).length;

function mayBeScanned(
  path: string,
  { includeUrls = [], excludeUrls = [], robots = 'obey' }: TrialConfig,
): boolean {
  if (path.endsWith('.pdf')) return false;
  if (includeUrls.length > 0 && !includeUrls.some((glob) => matches(glob, path))) return false;
  if (excludeUrls.some((glob) => matches(glob, path))) return false;
  return robots === 'ignore' || !path.startsWith(DISALLOWED);
}

/**
 * Matches the globs that trials use: `/**` after a path stands for the path and everything below it; other globs match
 * themselves.
 */
function matches(glob: string, path: string): boolean {
  if (!glob.endsWith('/**')) return path === glob;
  const folder = glob.slice(0, -3);
  return path === folder || path.startsWith(`${folder}/`);
}

// The outcomes of pages.

/** Returns the outcome of a page. */
export function outcomeOf(path: string, { config, start }: Trial): ExpectedPage['outcome'] {
  const status = Object.hasOwn(links, path.replace(/#.*/, '')) && path !== '/missing' ? 200 : 404;
  const { expect, includeSelectors = [], excludeSelectors = [], waitFor } = config;
  const expectedStatus = path === start ? expect?.status : undefined;
  if (expectedStatus === undefined ? status !== 200 : status !== expectedStatus) return 'http-error';
  const excludes = (selector: string) => excludeSelectors.some((each) => covers(each, selector));
  const shown = includeSelectors.filter((selector) => isShownOn(selector, path));
  const roots = includeSelectors.length === 0 ? ['body'] : shown;
  if (roots.every(excludes)) return 'nothing-selected';
  if (shown.length < includeSelectors.length) return 'partially-scanned';
  if (waitFor && 'selector' in waitFor && !appears(waitFor.selector, path)) return 'partially-scanned';
  return 'scanned';
}

/** The elements that contain each part of the page. */
const around: Readonly<Record<string, readonly string[]>> = {
  body: ['body'],
  main: ['main', 'body'],
  '.ads': ['.ads', 'body'],
  '.widget': ['.widget', 'main', 'body'],
  '#dialog': ['#dialog', 'main', 'body'],
  '.late': ['.late', 'main', 'body'],
};

function covers(outer: string, inner: string): boolean {
  return around[inner]?.includes(outer) === true;
}

/** Returns whether a selector matches something that is shown on a page. */
export function isShownOn(selector: string, path: string): boolean {
  if (selector === '.widget') return hasWidget(path);
  return ['main', '.ads'].includes(selector);
}

function hasWidget(path: string): boolean {
  return planted.some(({ id, pages }) => id === 'widget' && pages?.includes(path));
}

/** Returns whether the awaited element appears: `.late-here` is on the pages with a widget. */
export function appears(selector: string, path: string): boolean {
  return selector === '.late' || (selector === '.late-here' && hasWidget(path));
}

// The findings of a page.

/** Returns the findings of a page. */
export function findingsOn(path: string, trial: Trial): ExpectedFinding[] {
  const { includeSelectors = [], excludeSelectors = [] } = trial.config;
  const document = path.replace(/#.*/, '');
  return planted
    .filter(({ pages }) => pages === undefined || pages.includes(document))
    .filter((fault) => isShown(fault, path, trial))
    .filter((fault) => {
      const within = [...(fault.within ?? []), fault.part === 'main' ? 'main' : '.ads', 'body'];
      const isIncluded =
        includeSelectors.length === 0 || includeSelectors.some((each) => within.includes(each));
      return isIncluded && !excludeSelectors.some((each) => within.includes(each));
    })
    .flatMap((fault) =>
      rulesAbout(fault, trial.config).map((rule) => ({ page: path, id: fault.id, ...rule })),
    );
}

function isShown({ when }: Planted, path: string, { config, isChanged, isSignedIn = false }: Trial): boolean {
  const { viewport, colorScheme, reducedMotion, locale, userAgentSuffix, waitFor } = config;
  switch (when) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'dark':
      return colorScheme === 'dark';
    case 'moving':
      return reducedMotion === 'no-preference';
    case 'narrow':
      return viewport === 'mobile' || (typeof viewport === 'object' && viewport.width <= 500);
    case 'touch':
      return viewport === 'mobile' || viewport === 'tablet';
    case 'german':
      return locale?.startsWith('de') === true;
    case 'suffix':
      return userAgentSuffix === SUFFIX;
    // The element appears 8 s after the page; the scanner waits up to 10 s for an element.
    case 'late':
      return waitFor !== undefined && !('milliseconds' in waitFor && waitFor.milliseconds < 8_000);
    case 'route':
      return path.endsWith(ROUTE);
    case 'changed':
      return isChanged;
    case 'signed in':
      return isSignedIn;
  }
}

/** Returns the rules that report a fault: docs/settings.md and GET /rule-sets name the standard of each. */
function rulesAbout(
  { kind }: Planted,
  { rules, checks = 'all' }: TrialConfig,
): Pick<ExpectedFinding, 'rule' | 'kind' | 'impact' | 'isBestPractice'>[] {
  const asks = (...levels: string[]) =>
    rules.some((name) => levels.some((level) => name.endsWith(`-${level}`)));
  const finding = (rule: string, impact: Impact, of: ExpectedFinding['kind'] = 'violation') => ({
    rule,
    kind: of,
    impact,
    isBestPractice: rule === 'tabindex',
  });
  switch (kind) {
    case 'picture':
      return asks('a', 'aa', 'aaa') ? [finding('image-alt', 'critical')] : [];
    case 'contrast':
      return asks('aa', 'aaa') ? [finding('color-contrast', 'serious')] : [];
    // If text fails AA, only the AA rule reports it.
    case 'contrast-enhanced':
      return asks('aaa') ? [finding('color-contrast-enhanced', 'serious')] : [];
    // With the checks of the service itself, the contrast of each pixel is measured, and is enough.
    case 'gradient':
      return checks === 'axe' && asks('aa', 'aaa') ? [finding('color-contrast', 'serious', 'review')] : [];
    case 'spacing':
      return asks('aa', 'aaa')
        ? [
            finding('avoid-inline-spacing', 'serious'),
            ...(checks === 'all' ? [finding('a11y-text-spacing-important', 'serious')] : []),
          ]
        : [];
    case 'tab-order':
      return rules.includes('best-practice') ? [finding('tabindex', 'serious')] : [];
  }
}

// The gate: "The gate" of docs/findings.md.

/** The possible results of a scan for a pipeline: the result of the gate, or that the scan has no report. */
export type ExpectedResult = 'passed' | 'failed' | 'inconclusive' | 'no-gate' | 'no-report';

/**
 * Returns the expected result of the gate.
 * @param failOn null for no gate
 * @param before the findings of the baseline; null for no baseline
 * @param isSuppressed whether a finding is suppressed
 */
export function resultOf(
  { pages, unready, isSelectorLost, findings }: Expected,
  failOn: TrialGate | null,
  before: Expected | null,
  isSuppressed: (finding: ExpectedFinding) => boolean = () => false,
  listed: readonly string[] = [],
): ExpectedResult {
  const scanned = pages.filter(({ outcome }) => isScanned(outcome));
  if (scanned.length === 0) return 'no-report';
  if (failOn === null) return 'no-gate';
  const { bestPractice, review = false, minCoverage = 90, onNoBaseline = 'report' } = failOn;
  const known = new Set(before?.findings.map(keyOf));
  const counted = findings.filter((each) => (review || each.kind === 'violation') && !isSuppressed(each));
  const isNew = (finding: ExpectedFinding) =>
    before === null ? onNoBaseline === 'fail' : !known.has(keyOf(finding));
  const fails = (thresholds: TrialThresholds, scope: ExpectedFinding[]) =>
    scope.some(
      (each) => isAtOrAbove(each, thresholds.any) || (isAtOrAbove(each, thresholds.new) && isNew(each)),
    ) || scope.length > (thresholds.total ?? Number.POSITIVE_INFINITY);
  if (
    fails(
      failOn,
      counted.filter(({ isBestPractice }) => !isBestPractice),
    ) ||
    (bestPractice &&
      fails(
        bestPractice,
        counted.filter(({ isBestPractice }) => isBestPractice),
      ))
  ) {
    return 'failed';
  }
  const asksForNew = failOn.new !== undefined || bestPractice?.new !== undefined;
  const missed = pages.slice(0, 1 + listed.length).some(({ outcome }) => !isScanned(outcome));
  const given = pages.slice(0, 1 + listed.length).map(({ path }) => path);
  const ready = scanned.length - unready.length;
  const isUndecided =
    missed ||
    isSelectorLost ||
    given.some((path) => unready.includes(path)) ||
    (unready.length > 0 && (ready / pages.length) * 100 < minCoverage) ||
    (scanned.length / pages.length) * 100 < minCoverage ||
    (asksForNew && before === null && onNoBaseline === 'report');
  return isUndecided ? 'inconclusive' : 'passed';
}

function keyOf({ page, rule, id }: ExpectedFinding): string {
  return `${page} ${rule} ${id}`;
}

function isAtOrAbove({ impact }: ExpectedFinding, threshold: Impact | undefined): boolean {
  return threshold !== undefined && impacts.indexOf(impact) <= impacts.indexOf(threshold);
}
