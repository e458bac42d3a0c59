import { createHash } from 'node:crypto';
import { packDigests } from '../../core/findings/packed-digests.ts';
import type { ReportComparisonInput, ReportSubject } from '../../core/reports/report-subject.ts';
import { resolveRuleSets } from '../../core/rule-sets/rule-sets.ts';
import { buildResultKey } from '../../core/scans/object-keys.ts';
import type { FindingNode, PageFinding, PageResult } from '../../core/scans/page-result.ts';
import type { FrontierPage, Scan } from '../../core/scans/scan.ts';
import { scanSettingsDefault } from '../../core/scans/scan-settings.ts';

/** Size of a synthetic scan, and its run: run 2 is a later scan of the same pages. */
export interface Size {
  pages: number;
  findingsPerPage: number;
  run: 1 | 2;
}

const ACCOUNT = 'acct_01arz3ndektsv4rrffq69g5fav';
const ruleSets = ['wcag-aa', 'best-practice'] as const;
const { ruleIds } = resolveRuleSets([...ruleSets]);

/** Rules with findings, and their share of a hundred findings. Findings of a component are on every page. */
const shares: readonly { ruleId: string; of100: number; component: boolean; kind?: PageFinding['kind'] }[] = [
  { ruleId: 'color-contrast', of100: 20, component: true },
  { ruleId: 'link-name', of100: 10, component: true },
  { ruleId: 'region', of100: 15, component: true },
  { ruleId: 'image-alt', of100: 15, component: false },
  { ruleId: 'label', of100: 10, component: false },
  { ruleId: 'heading-order', of100: 5, component: false },
  { ruleId: 'target-size', of100: 15, component: false },
  { ruleId: 'color-contrast', of100: 10, component: false, kind: 'review' },
];

/** Changes in a later run: of every hundred findings, this many are gone and as many are new. */
const CHANGED_OF_100 = 3;
const ELEMENTS_PER_PAGE = 1_500;

/** Returns the id of one of the two scans. */
export function getScanId(run: Size['run']): string {
  return `scan_01arz3ndektsv4rrffq69g5fa${run}`;
}

/** Returns the input of a synthetic scan's report, except its pages. */
export function buildSubject({ run }: Size, comparison: ReportComparisonInput): ReportSubject {
  const scan: Scan = {
    scanId: getScanId(run),
    accountId: ACCOUNT,
    siteId: 'site_01arz3ndektsv4rrffq69g5fav',
    siteName: 'A large shop',
    siteUrl: 'https://shop.example/',
    status: 'completed',
    config: {
      rules: [...ruleSets],
      priority: 'normal',
      metadata: { branch: 'main' },
      failOn: { new: 'serious', total: 50_000, review: false, minCoverage: 90, onNoBaseline: 'report' },
    },
    actor: 'apikey_01arz3ndektsv4rrffq69g5fav',
    correlationId: 'bench',
    createdAt: `2026-11-0${run}T10:00:00.000Z`,
    startedAt: `2026-11-0${run}T10:00:01.000Z`,
    finishedAt: `2026-11-0${run}T10:20:00.000Z`,
    planned: true,
    pagesKnown: 0,
    pagesDone: 0,
    pagesScanned: 0,
    report: 'pending',
  };
  return {
    scan,
    site: { siteId: scan.siteId, name: scan.siteName, url: scan.siteUrl },
    startUrls: [scan.siteUrl],
    sourcePaths: [],
    decisions: [],
    settings: scanSettingsDefault,
    givenPages: 1,
    crawl: { adoptedOrigin: null, notes: [], notAttempted: [], foundOn: new Map() },
    comparison,
    suppressions: [
      {
        suppressionId: 'supp_01arz3ndektsv4rrffq69g5fav',
        accountId: ACCOUNT,
        siteId: scan.siteId,
        match: { rule: 'region', page: '/section-3/**' },
        reason: 'Is replaced next month',
        author: { keyId: scan.actor, name: 'CI' },
        expiresAt: null,
        createdAt: '2026-10-01T10:00:00.000Z',
        updatedAt: '2026-10-01T10:00:00.000Z',
      },
    ],
  };
}

/** Returns the frontier of a synthetic scan. */
export function buildPages({ pages, run }: Size): FrontierPage[] {
  return Array.from({ length: pages }, (_, index) => {
    const pageId = `page_${digest('page', index).slice(0, 32)}`;
    const at = { accountId: ACCOUNT, scanId: getScanId(run), pageId };
    return {
      scanId: at.scanId,
      pageId,
      url: getUrl(index),
      depth: index === 0 ? 0 : 1,
      position: index,
      state: 'done',
      attempts: 1,
      sends: 1,
      outcome: 'scanned',
      detail: 'The page was scanned.',
      resultKey: buildResultKey({ ...at, attempt: 1, run: 'bench' }),
    };
  });
}

/**
 * Returns the result of one page.
 * @param index position of the page in the frontier
 */
export function buildPageResult(size: Size, page: FrontierPage, index: number): PageResult {
  const findings = buildFindings(size, index);
  const failed = new Map<string, PageFinding['kind']>(findings.map(({ ruleId, kind }) => [ruleId, kind]));
  return {
    schemaVersion: 1,
    scanId: page.scanId,
    pageId: page.pageId,
    attempt: 1,
    requestedUrl: page.url,
    finalUrl: page.url,
    title: `Article ${index}`,
    httpStatus: 200,
    contentType: 'text/html',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    settled: true,
    startedAt: `2026-11-0${size.run}T10:00:02.000Z`,
    durationMs: 420,
    engine: {
      axe: '4.14.1',
      browser: 'Chrome/153.0.7900.0',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/153.0.0.0',
      viewport: { width: 1280, height: 1024 },
      mobile: false,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
    },
    rules: ruleIds.map((ruleId) => {
      const kind = failed.get(ruleId);
      return { ruleId, result: kind === undefined ? 'passed' : kind === 'violation' ? 'failed' : 'review' };
    }),
    framesNotScanned: [],
    incomplete: false,
    hasNotStarted: false,
    failedScripts: [],
    content: null,
    selectorsUnmatched: [],
    framesNotJudged: 0,
    markups: packDigests(
      Array.from({ length: ELEMENTS_PER_PAGE }, (_, element) =>
        digest('markup', index, element).slice(0, 16),
      ),
    ),
    findings,
  };
}

function buildFindings(size: Size, page: number): PageFinding[] {
  return shares.map(({ ruleId, of100, component, kind = 'violation' }): PageFinding => {
    const count = Math.round((size.findingsPerPage * of100) / 100);
    const nodes = Array.from({ length: count }, (_, element) =>
      buildNode(size, ruleId, page, element, component),
    );
    return { ruleId, kind, impact: nodes[0]?.impact ?? null, nodes, nodeCount: count };
  });
}

function buildNode(
  { run }: Size,
  ruleId: string,
  page: number,
  element: number,
  component: boolean,
): FindingNode {
  // In the second run some elements differ from the first.
  const variant = run === 2 && element % 100 < CHANGED_OF_100 ? 'edited' : '';
  const onPage = digest(ruleId, page, element, variant);
  const shared = component ? digest(ruleId, element, variant) : onPage;
  const path = ['body', `div#content-${page}`, 'main', 'section', `article:nth-child(${element + 1})`, 'a'];
  const message =
    'Element has insufficient color contrast of 3.12 (foreground color: #777777, background: #ffffff)';
  return {
    target: [path.join(' > ')],
    path: [path.join(' > ')],
    html: `<a class="teaser teaser--${onPage.slice(0, 8)}" href="/section-${page % 10}/article-${element}" data-track="${onPage}"><span class="teaser__title">Read more about the ${element}th thing, “${onPage.slice(8, 20)}”</span></a>`,
    impact: element % 7 === 0 ? 'critical' : element % 3 === 0 ? 'moderate' : 'serious',
    fix: { any: [message], all: [], none: [] },
    checks: {
      any: [
        {
          id: 'color-contrast',
          message,
          data: {
            fgColor: '#777777',
            bgColor: '#ffffff',
            contrastRatio: 3.12,
            expectedContrastRatio: '4.5:1',
          },
        },
      ],
      all: [],
      none: [],
    },
    identity: {
      fingerprint: `f1_${digest('print', onPage).slice(0, 24)}`,
      formerly: [],
      place: digest('place', onPage).slice(0, 16),
      markup: digest('markup', page, element).slice(0, 16),
      component: digest('component', shared).slice(0, 16),
      evidence: {
        element: digest('element', shared).slice(0, 16),
        container: digest('container', onPage).slice(0, 16),
      },
    },
    marks: [],
    picture: null,
  };
}

function getUrl(index: number): string {
  return index === 0 ? 'https://shop.example/' : `https://shop.example/section-${index % 10}/page-${index}`;
}

function digest(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex');
}
