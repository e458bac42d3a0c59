import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import { findRulesNotRun } from '../../../core/gate/not-judged.ts';
import { buildReportCrawl } from '../../../core/reports/crawl.ts';
import { buildReportLimits } from '../../../core/reports/limits.ts';
import {
  type IssueGroup,
  REPORT_SCHEMA_VERSION,
  type Report,
  type ReportNode,
  type ReportPage,
} from '../../../core/reports/report.ts';
import type { ReportFinding, ReportSource } from '../../../core/reports/report-source.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { isScanned } from '../../../core/scans/page-outcome.ts';
import { impacts } from '../../../core/scans/page-result.ts';
import { scanSettingsDefault } from '../../../core/scans/scan-settings.ts';
import { forgetOtherRules } from '../../support/limits.ts';
import { noCrawl } from '../../support/no-crawl.ts';
import { pagesOfGroup } from './pages-of-group.ts';
import { countsOf, rulesOf } from './tallied.ts';

export const SUPPRESSION = 'supp_01arz3ndektsv4rrffq69g5fav';
export const pictureId = `pic_${'ab'.repeat(32)}`;
const ruleIds = [
  'aria-hidden-focus',
  'color-contrast',
  'image-alt',
  'label',
  'list',
  'region',
  'target-size',
];
const ruleById = new Map(axeRules.map((rule) => [rule.ruleId, rule]));
const noStates = { new: 0, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 };

/** Returns a page of the report; scanned unless set otherwise. */
export function page(id: string, url: string, overrides: Partial<ReportPage> = {}): ReportPage {
  return {
    id,
    requestedUrl: url,
    depth: 0,
    foundOn: null,
    finalUrl: url,
    title: `Page ${id}`,
    httpStatus: 200,
    contentType: 'text/html; charset=utf-8',
    outcome: 'scanned',
    detail: 'The page was scanned.',
    settled: true,
    startedAt: '2026-11-01T10:00:02.000Z',
    durationMs: 900,
    attempts: 1,
    violations: 0,
    needsReview: 0,
    rules: [],
    framesNotScanned: [],
    incomplete: false,
    framesNotJudged: 0,
    ...overrides,
  };
}

/** Returns a finding; new, on page `p0`, unless set otherwise. */
export function finding(
  ruleId: string,
  selector: string,
  node: Partial<ReportNode> = {},
  kind: ReportFinding['kind'] = 'violation',
): ReportFinding {
  return {
    kind,
    ruleId,
    node: {
      pageId: 'p0',
      url: 'https://shop.example/',
      target: [selector],
      html: `<img src="/${selector.slice(1)}.png">`,
      impact: ruleById.get(ruleId)?.impact ?? 'moderate',
      fix: { any: ['Element has no alt attribute'], all: [], none: [] },
      howToFix: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
      fingerprint: `f1_${hex(`${ruleId}${selector}`)}`,
      place: null,
      issueGroup: `grp_${ruleId}`,
      state: 'new',
      cause: 'page',
      suppressedBy: null,
      picture: null,
      ...node,
    },
  };
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex').padEnd(24, '0').slice(0, 24);
}

/** The pages and findings of the report that most tests use. */
const pages: readonly ReportPage[] = [
  page('p0', 'https://shop.example/'),
  page('p1', 'https://shop.example/blog/?page=2', { depth: 1 }),
  page('p2', 'https://shop.example/about.html', { depth: 1 }),
  page('p3', 'https://shop.example/gone', {
    depth: 1,
    outcome: 'http-error',
    detail: 'The server answered 404 Not Found.',
    title: null,
    finalUrl: null,
  }),
];
const onP1 = { pageId: 'p1', url: 'https://shop.example/blog/?page=2' };
export const findings: readonly ReportFinding[] = [
  finding('image-alt', '#hero', {
    picture: { id: pictureId, width: 640, height: 360, element: { x: 80, y: 40, width: 300, height: 200 } },
  }),
  finding('image-alt', '#logo', { state: 'unchanged', cause: null }),
  // Duplicates: equal elements have equal fingerprints.
  finding('image-alt', '#logo', { state: 'unchanged', cause: null, target: ['#logo:nth-child(2)'] }),
  finding('image-alt', '#late', { ...onP1, state: 'regressed', cause: 'page' }),
  finding('color-contrast', '#price', { state: 'new', cause: 'engine' }),
  finding('color-contrast', '#tag', { ...onP1, state: 'unknown', cause: null }),
  finding('label', '#q', { state: 'unchanged', cause: null, suppressedBy: SUPPRESSION }),
  finding('region', '#aside', {
    ...onP1,
    state: 'reclassified',
    cause: null,
    target: [['#host', '.in'], '#aside'],
  }),
  finding('color-contrast', '#over-picture', { state: 'new', cause: 'page' }, 'review'),
];

/** Returns a report of findings, with its rules, groups and numbers. Pages get the result of each rule. */
export function report(
  given: {
    pages?: readonly ReportPage[];
    findings?: readonly ReportFinding[];
    overrides?: (report: Report) => Partial<Report>;
  } = {},
): Report {
  const all = given.findings ?? findings;
  const named = new Set(all.map(({ kind, ruleId, node }) => `${kind} ${ruleId} ${node.pageId}`));
  const judged = (given.pages ?? pages).map((each) => ({ ...each, rules: rulesOn(each, named) }));
  const ofKind = (kind: FindingKind) => all.filter((each) => each.kind === kind);
  const violations = rulesOf(ofKind('violation'));
  const needsReview = rulesOf(ofKind('review'));
  const groups = groupsOf(all);
  const made: Report = {
    schemaVersion: REPORT_SCHEMA_VERSION,
    scan: {
      id: 'scan_01arz3ndektsv4rrffq69g5fav',
      status: 'completed',
      incomplete: false,
      incompleteReason: null,
      createdAt: '2026-11-01T10:00:00.000Z',
      startedAt: '2026-11-01T10:00:01.000Z',
      finishedAt: '2026-11-01T10:00:09.000Z',
      requestId: null,
      config: {
        rules: ['wcag-aa', 'best-practice'],
        priority: 'normal',
        failOn: { new: 'serious', minCoverage: 50, onNoBaseline: 'report', review: false },
      },
    },
    site: { id: 'site_01arz3ndektsv4rrffq69g5fav', name: 'Fern & Furrow', url: 'https://shop.example/' },
    configuration: {
      ruleSets: [],
      ruleIds,
      startUrls: ['https://shop.example/'],
      sourcePaths: [{ url: '/blog/**', path: 'src/blog page.html' }],
      settings: scanSettingsDefault,
    },
    engines: [
      {
        axe: '4.14.1',
        browser: 'Chrome/153.0.7900.0',
        userAgent: 'Mozilla/5.0 Chrome/153.0.0.0',
        viewport: { width: 1280, height: 800 },
        pageCount: judged.length,
      },
    ],
    crawl: buildReportCrawl(noCrawl),
    limits: forgetOtherRules(buildReportLimits(['wcag-aa'], ruleIds, new Set(ruleIds))),
    summary: {
      pages: {
        known: judged.length,
        scanned: judged.filter(({ outcome }) => isScanned(outcome)).length,
        byOutcome: {},
      },
      violations: countsOf(ofKind('violation')),
      needsReview: countsOf(ofKind('review')),
      suppressed: { violations: { elements: 1, rules: 1 }, needsReview: { elements: 0, rules: 0 } },
      rulesNotRun: findRulesNotRun(judged),
      issueGroups: groups.length,
      issueGroupsByImpact: { critical: groups.length, serious: 0, moderate: 0, minor: 0 },
    },
    pages: judged,
    gate: {
      result: 'failed',
      reasons: [
        {
          code: 'new',
          result: 'failed',
          message: '2 new or regressed violations of impact serious or above; none allowed.',
          count: 2,
        },
      ],
      counted: { findings: 6, new: 2, suppressed: 1, engine: 1 },
    },
    comparison: {
      baseline: {
        scanId: 'scan_01arz3ndektsv4rrffq69g5faa',
        branch: 'main',
        createdAt: '2026-10-31T10:00:00.000Z',
        chosenBy: 'target-branch',
      },
      whyNone: null,
      comparableKey: '0123456789abcdef',
      violations: { new: 2, regressed: 1, unchanged: 2, reclassified: 1, unknown: 1 },
      needsReview: { ...noStates, new: 1 },
      byEngine: 1,
      fixed: {
        count: 1,
        findings: [
          {
            fingerprint: `f1_${'0'.repeat(24)}`,
            ruleId: 'list',
            help: '<ul> and <ol> must only directly contain <li>, <script> or <template> elements',
            kind: 'violation',
            impact: 'serious',
            url: 'https://shop.example/',
            selector: '#menu > ul',
          },
        ],
      },
      notSeenAgain: { count: 2, pages: ['https://shop.example/gone'] },
    },
    suppressions: [
      {
        id: SUPPRESSION,
        match: { rule: 'label' },
        reason: 'Third-party widget, replaced in March',
        author: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: 'CI' },
        expiresAt: '2027-03-31T00:00:00.000Z',
        createdAt: '2026-10-01T00:00:00.000Z',
        updatedAt: '2026-10-01T00:00:00.000Z',
        findings: 1,
        expired: false,
      },
    ],
    issueGroups: groups,
    violations,
    needsReview,
  };
  return { ...made, ...given.overrides?.(made) };
}

function rulesOn({ id, outcome }: ReportPage, named: ReadonlySet<string>): ReportPage['rules'] {
  const has = (kind: ReportFinding['kind'], ruleId: string) => named.has(`${kind} ${ruleId} ${id}`);
  return ruleIds.map((ruleId) => {
    if (!isScanned(outcome)) return { ruleId, result: 'not-run', reason: 'The page was not scanned.' };
    if (has('violation', ruleId)) return { ruleId, result: 'failed' };
    if (has('review', ruleId)) return { ruleId, result: 'review' };
    if (ruleId === 'target-size') return { ruleId, result: 'not-run', reason: 'The rule took too long.' };
    return { ruleId, result: ruleId === 'list' ? 'inapplicable' : 'passed' };
  });
}

function groupsOf(all: readonly ReportFinding[]): IssueGroup[] {
  const byGroup = Map.groupBy(all, ({ kind, node }) => `${kind} ${node.issueGroup}`);
  return [...byGroup.values()].flatMap((ofGroup): IssueGroup[] => {
    const [first] = ofGroup;
    if (!first || first.node.issueGroup === null) return [];
    const nodes = ofGroup.map(({ node }) => node);
    const current = nodes.filter(({ suppressedBy }) => suppressedBy === null);
    const byState = { ...noStates };
    for (const { state } of current) byState[state] += 1;
    return [
      {
        id: first.kind === 'review' ? `${first.node.issueGroup}-review` : first.node.issueGroup,
        ruleId: first.ruleId,
        kind: first.kind,
        impact: impacts.find((impact) => nodes.some((node) => node.impact === impact)) ?? 'moderate',
        oneFix: nodes.length > 1 ? 'certain' : null,
        elements: nodes.length,
        suppressed: nodes.length - current.length,
        unlisted: 0,
        byState,
        byEngine: current.filter(({ cause }) => cause === 'engine').length,
        pageIds: [...new Set(nodes.map(({ pageId }) => pageId))],
        pages: pagesOfGroup(nodes),
        example:
          current.find(({ state }) => state === 'new' || state === 'regressed') ?? current[0] ?? first.node,
      },
    ];
  });
}

/**
 * Returns a source of many findings that are generated while they are read, with the number of findings read so far.
 * @param perPage findings of each page, divided among two rules
 */
export function bigSource(pageCount: number, perPage: number): { source: ReportSource; read: () => number } {
  const many = Array.from({ length: pageCount }, (_, at) =>
    page(`p${at}`, `https://shop.example/page-${at}`),
  );
  const of = ['image-alt', 'region'];
  const one = (ruleId: string, at: number, nth: number) =>
    finding(ruleId, `#e${nth}`, {
      pageId: `p${at}`,
      url: `https://shop.example/page-${at}`,
      fingerprint: `f1_${hex(`${ruleId}/${at}/${nth}`)}`,
    });
  const examples = of.flatMap((ruleId) => many.map((_, at) => one(ruleId, at, 0)));
  let made = 0;
  const { violations, needsReview, ...rest } = report({ pages: many, findings: examples });
  return {
    source: {
      head: {
        ...rest,
        violations: violations.map((rule) => ({ ...rule, nodes: [] })),
        needsReview: needsReview.map((rule) => ({ ...rule, nodes: [] })),
      },
      async *findings() {
        for (const ruleId of of) {
          for (let at = 0; at < pageCount; at++) {
            for (let nth = 0; nth < perPage / of.length; nth++) {
              made += 1;
              yield one(ruleId, at, nth);
            }
          }
        }
      },
      picture: async () => undefined,
    },
    read: () => made,
  };
}

/** Returns everything that a renderer writes. */
export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join('');
}
