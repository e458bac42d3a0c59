import { hash } from 'node:crypto';
import type { FindingIdentity } from '../../../core/findings/identity.ts';
import { createEmptyComparison } from '../../../core/reports/report-subject.ts';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { FindingNode, PageFinding, PageResult } from '../../../core/scans/page-result.ts';
import type { FrontierPage, Scan } from '../../../core/scans/scan.ts';
import { scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import type { ReportInput } from '../../support/build-report.ts';
import { noChecks } from '../../support/no-checks.ts';
import { noCrawl } from '../../support/no-crawl.ts';

const SCAN_ID = 'scan_01arz3ndektsv4rrffq69g5fav';
const SITE_ID = 'site_01arz3ndektsv4rrffq69g5fav';

/** Returns a completed scan with wcag-aa and best-practice unless set otherwise. */
export function scan(overrides: Partial<Scan> = {}): Scan {
  return {
    scanId: SCAN_ID,
    accountId: 'acct_01arz3ndektsv4rrffq69g5fav',
    siteId: SITE_ID,
    siteName: 'Fern & Furrow',
    siteUrl: 'https://shop.example/',
    status: 'completed',
    config: { rules: ['wcag-aa', 'best-practice'], priority: 'normal' },
    actor: 'apikey_01arz3ndektsv4rrffq69g5fav',
    correlationId: 'req-1',
    createdAt: '2026-11-01T10:00:00.000Z',
    startedAt: '2026-11-01T10:00:01.000Z',
    finishedAt: '2026-11-01T10:00:09.000Z',
    planned: true,
    pagesKnown: 1,
    pagesDone: 1,
    pagesScanned: 1,
    report: 'pending',
    ...overrides,
  };
}

export const site = { siteId: SITE_ID, name: 'Fern & Furrow', url: 'https://shop.example/' };

/** The input of a report in addition to scan, pages and results. */
export const aboutSite = {
  site,
  startUrls: ['https://shop.example/'],
  sourcePaths: [],
  givenPages: 1,
  settings: scanSettingsDefault,
  crawl: noCrawl,
  comparison: createEmptyComparison('0123456789abcdef', 'There is no earlier scan.'),
  suppressions: [],
  decisions: [],
};

export function page(pageId: string, overrides: Partial<FrontierPage> = {}): FrontierPage {
  return {
    scanId: SCAN_ID,
    pageId,
    url: `https://shop.example/${pageId}`,
    depth: 0,
    position: 0,
    state: 'done',
    attempts: 1,
    sends: 1,
    outcome: 'scanned',
    detail: 'The page was scanned.',
    ...overrides,
  };
}

export function node(selector: string, overrides: Partial<FindingNode> = {}): FindingNode {
  return {
    target: [selector],
    path: [selector],
    html: `<input id="${selector}">`,
    impact: 'critical',
    fix: { any: ['Element has no label'], all: [], none: [] },
    checks: noChecks,
    identity: identity(selector),
    marks: [],
    picture: null,
    ...overrides,
  };
}

export function finding(
  ruleId: string,
  nodes: FindingNode[],
  overrides: Partial<PageFinding> = {},
): PageFinding {
  return {
    ruleId,
    kind: 'violation',
    impact: nodes[0]?.impact ?? null,
    nodes,
    nodeCount: nodes.length,
    ...overrides,
  };
}

const { ruleIds: defaultRuleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);

/** Returns a result in which every rule of the default rule sets passed, except those of the findings. */
export function result(
  pageId: string,
  findings: PageFinding[] = [],
  overrides: Partial<PageResult> = {},
): PageResult {
  const kinds = new Map(findings.map(({ ruleId, kind }) => [ruleId, kind]));
  return {
    schemaVersion: 1,
    scanId: SCAN_ID,
    pageId,
    attempt: 1,
    requestedUrl: `https://shop.example/${pageId}`,
    finalUrl: `https://shop.example/${pageId}`,
    title: `Page ${pageId}`,
    httpStatus: 200,
    contentType: 'text/html',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    settled: true,
    startedAt: '2026-11-01T10:00:02.000Z',
    durationMs: 420,
    engine: {
      axe: '4.14.1',
      browser: 'Chrome/153.0.7900.0',
      userAgent: 'ua',
      viewport: { width: 1280, height: 1024 },
    },
    rules:
      overrides.rules ??
      defaultRuleIds.map((ruleId) => {
        const kind = kinds.get(ruleId);
        return { ruleId, result: kind === 'violation' ? 'failed' : kind === 'review' ? 'review' : 'passed' };
      }),
    framesNotScanned: [],
    incomplete: false,
    hasNotStarted: false,
    failedScripts: [],
    content: null,
    selectorsUnmatched: [],
    framesNotJudged: 0,
    markups: null,
    findings,
    ...overrides,
  };
}

/** Returns a scan of three pages with findings of several kinds. */
export function richInput(): ReportInput {
  const contrast = node('.price', {
    impact: 'serious',
    html: '<p class="price">£4</p>',
    fix: { any: ['Element has insufficient color contrast of 2.3'], all: [], none: [] },
  });
  return {
    scan: scan(),
    ...aboutSite,
    pages: [
      page('a'),
      page('b', { position: 1 }),
      page('c', {
        position: 2,
        outcome: 'http-error',
        detail: 'The server answered 500 Internal Server Error.',
      }),
    ],
    results: [
      result('a', [
        finding('label', [node('#q'), node('#email')]),
        finding('color-contrast', [contrast]),
        finding('region', [node('.loose', { impact: 'moderate' })]),
      ]),
      result('b', [
        finding('color-contrast', [contrast, contrast, contrast]),
        finding('link-name', [
          node('a.icon', { impact: 'serious', target: ['#frame', ['#host', 'a.icon']] }),
        ]),
        finding('aria-hidden-focus', [node('#menu', { impact: 'serious' })], { kind: 'review' }),
      ]),
      result('c', [], {
        outcome: 'http-error',
        httpStatus: 500,
        rules: [],
        detail: 'The server answered 500 Internal Server Error.',
      }),
    ],
  };
}

/**
 * Returns the identity of a finding that a few words make unique. @param component makes the component unique likewise
 */
export function identity(words: string, component = words): FindingIdentity {
  const digest = (text: string) => hash('sha256', text, 'hex');
  return {
    fingerprint: `f1_${digest(words).slice(0, 24)}`,
    formerly: [],
    place: digest(`place ${words}`).slice(0, 16),
    markup: digest(`markup ${words}`).slice(0, 16),
    component: digest(`component ${component}`).slice(0, 16),
    evidence: null,
  };
}
