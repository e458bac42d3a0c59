import type { DecisionView } from '../decisions/decision.ts';
import type { SiteEntry } from '../overview/site-entry.ts';
import { listRuleSets, type RuleSetsView } from '../rule-sets/rule-sets.ts';
import type { ScanView } from '../scans/scan.ts';
import type { ScheduleView } from '../schedules/schedule-view.ts';
import type { SiteView } from '../sites/site.ts';
import type { SuppressionView } from '../suppressions/suppression.ts';
import type { ComparableConditions } from '../trend/comparable-conditions.ts';
import type { TrendPoint } from '../trend/trend-point.ts';
import type { UsageView } from '../usage/usage-day.ts';

/** Examples of responses in the OpenAPI document, all of one site. */

const EXAMPLE_KEY_ID = 'apikey_01k6zq3v5e8m2n4p6r7s9t0w1y';

export const exampleSite: SiteView = {
  id: 'site_01k6zq3v5e8m2n4p6r7s9t0w1x',
  name: 'Web shop',
  labels: ['web team', 'shop'],
  url: 'https://www.example.com/',
  pages: ['/checkout', '/contact'],
  origins: ['https://staging.example.com', '*.preview.example.com'],
  crawl: 'both',
  maxPages: 100,
  maxDepth: null,
  includeUrls: [],
  excludeUrls: ['/blog/archive/**'],
  hashRoutes: false,
  robots: 'obey',
  sourcePaths: [{ url: '/blog/**', path: 'src/blog.html' }],
  mainBranch: 'main',
  credentials: {
    origin: 'https://www.example.com',
    headers: 1,
    cookies: 0,
    basic: false,
    setAt: '2026-03-02T09:15:00.000Z',
  },
  createdAt: '2026-03-02T09:15:00.000Z',
  updatedAt: '2026-03-02T09:15:00.000Z',
};

/** A running scan. */
export const exampleScan: ScanView = {
  id: 'scan_01k6zq5x7g0p4r6t8v9w1y2z3a',
  siteId: exampleSite.id,
  siteName: exampleSite.name,
  status: 'running',
  config: {
    rules: ['wcag-aa'],
    priority: 'high',
    metadata: { branch: 'feature/menu', targetBranch: 'main', commit: '9f1c2ab' },
    failOn: { new: 'serious', review: false, minCoverage: 90, onNoBaseline: 'report' },
  },
  progress: { pagesDone: 0, pagesKnown: 1 },
  createdAt: '2026-03-02T09:20:00.000Z',
  startedAt: '2026-03-02T09:20:04.000Z',
  finishedAt: null,
  report: 'pending',
  failure: null,
  cancelReason: null,
  summary: null,
  accepted: null,
};

export const exampleQueuedScan: ScanView = {
  ...exampleScan,
  status: 'queued',
  progress: { pagesDone: 0, pagesKnown: 0 },
  startedAt: null,
};

/** The scan of `exampleReport`. */
export const exampleFinishedScan: ScanView = {
  ...exampleScan,
  status: 'completed',
  progress: { pagesDone: 1, pagesKnown: 1 },
  finishedAt: '2026-03-02T09:20:12.000Z',
  report: 'ready',
  summary: {
    gate: 'failed',
    violations: 1,
    needsReview: 0,
    suppressed: 0,
    new: 1,
    fixed: 1,
    issueGroups: 1,
    issueGroupsByImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 },
    pages: { attempted: 1, scanned: 1, notJudged: 0 },
    hasBaseline: true,
    rulesNotRun: [],
  },
};

export const exampleSiteEntry: SiteEntry = {
  siteId: exampleSite.id,
  name: exampleSite.name,
  host: 'www.example.com',
  labels: exampleSite.labels,
  createdAt: exampleSite.createdAt,
  last: {
    scanId: exampleScan.id,
    status: 'completed',
    finishedAt: exampleFinishedScan.finishedAt,
    failure: null,
  },
  result: {
    scanId: exampleScan.id,
    createdAt: exampleScan.createdAt,
    branch: 'feature/menu',
    gate: 'failed',
    new: 1,
    fixed: 1,
    needsReview: 0,
    issueGroups: 1,
    issueGroupsByImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 },
    pagesNotJudged: 0,
  },
};

export const exampleAcceptedScan: ScanView = {
  ...exampleFinishedScan,
  accepted: {
    at: '2026-03-02T10:05:00.000Z',
    by: { keyId: 'apikey_01k6zq3v5e8m2n4p6r7s9t0w1y', name: 'Web team' },
    reason: 'Known faults of the new checkout, planned for March',
  },
};

export const exampleCancelledScan: ScanView = {
  ...exampleScan,
  status: 'cancelled',
  finishedAt: '2026-03-02T09:20:09.000Z',
  cancelReason: 'Cancelled by a caller.',
};

export const exampleReportLink = {
  url: `https://reports.example.com/${exampleScan.id}.json?signature=5f3c`,
  expiresAt: '2026-03-02T09:30:00.000Z',
};

export const EXAMPLE_PICTURE_ID = 'pic_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const examplePictureLink = {
  url: `https://reports.example.com/${EXAMPLE_PICTURE_ID}.webp?signature=5f3c`,
  expiresAt: '2026-03-02T09:30:00.000Z',
};

const everyRuleSet = listRuleSets();
const shownRules = ['a11y-text-spacing-important', 'accesskeys'];

/** The actual response, reduced to two rules and one rule set with one of them. */
export const exampleRuleSets: RuleSetsView = {
  ...everyRuleSet,
  items: everyRuleSet.items
    .filter(({ name }) => name === 'best-practice')
    .map((item) => ({ ...item, ruleIds: item.ruleIds.filter((id) => shownRules.includes(id)) })),
  rules: everyRuleSet.rules.filter(({ ruleId }) => shownRules.includes(ruleId)),
  engine: { ...everyRuleSet.engine, checks: '0a1b2c3d' },
};

export const exampleSuppression: SuppressionView = {
  id: 'supp_01k6zr1a2b3c4d5e6f7g8h9j0k',
  match: { rule: 'color-contrast', selector: '#chat-widget' },
  reason: 'Third-party widget, replaced in March',
  author: { keyId: EXAMPLE_KEY_ID, name: 'Web team' },
  expiresAt: '2026-03-31T00:00:00.000Z',
  createdAt: '2026-03-02T09:15:00.000Z',
  updatedAt: '2026-03-02T09:15:00.000Z',
};

export const exampleSchedule: ScheduleView = {
  id: 'schedule_01k6zq2m4x8c0v5n3b7t9r1wye',
  schedule: {
    every: 'week',
    on: ['monday'],
    at: '06:00',
    timeZone: 'Europe/Berlin',
    withinMinutes: 60,
    config: { rules: ['wcag-aa'], priority: 'normal', metadata: { branch: 'main' } },
  },
  state: 'active',
  pausedAt: null,
  nextRuns: ['2026-03-09T05:00:00.000Z', '2026-03-16T05:00:00.000Z', '2026-03-23T05:00:00.000Z'],
  runs: [
    {
      planned: '2026-03-02T05:00:00.000Z',
      at: '2026-03-02T05:17:04.000Z',
      scanId: exampleFinishedScan.id,
      skipped: null,
      detail: null,
    },
  ],
  author: exampleSuppression.author,
  createdAt: '2026-02-27T10:12:00.000Z',
  updatedAt: '2026-02-27T10:12:00.000Z',
};

export const exampleDecision: DecisionView = {
  id: 'decision_01k6zr1a2b3c4d5e6f7g8h9j0k',
  fingerprint: 'f1_3c1e5a0b4c7e9b7b0f6f0c0f',
  decision: 'fine',
  reason: 'The text is readable on every part of the photograph',
  author: { keyId: EXAMPLE_KEY_ID, name: 'Web team' },
  decidedAt: '2026-03-02T09:15:00.000Z',
  scanId: exampleScan.id,
  ruleId: 'color-contrast',
  pageUrl: exampleSite.url,
  elements: 1,
};

export const exampleConditions: ComparableConditions = {
  comparableKey: '5d41402abc4b2a76',
  rules: ['wcag-aa'],
  viewport: { width: 1280, height: 1024 },
  mobile: false,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  includeSelectors: [],
  excludeSelectors: [],
  signedIn: false,
};

export const exampleTrendPoint: TrendPoint = {
  scanId: exampleScan.id,
  createdAt: exampleScan.createdAt,
  branch: 'feature/menu',
  commit: '9f1c2ab',
  comparableKey: exampleConditions.comparableKey,
  violations: { elements: 1, byImpact: { critical: 1, serious: 0, moderate: 0, minor: 0 } },
  needsReview: 0,
  suppressed: 0,
  new: 1,
  regressed: 0,
  fixed: 1,
  issueGroups: 1,
  pages: { attempted: 1, scanned: 1 },
  gate: 'failed',
  inconclusiveReasons: [],
  engines: [{ axe: '4.14.1', browser: 'Chrome/153.0.7900.0' }],
};

export const exampleUsage: UsageView = {
  keyId: EXAMPLE_KEY_ID,
  keyName: exampleSuppression.author.name,
  day: '2026-03-02',
  requests: 42,
  scans: 3,
  pages: 75,
  lastUsedAt: '2026-03-02T09:20:12.000Z',
};
