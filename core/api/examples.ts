import { listRuleSets, type RuleSetsView } from '../rule-sets/rule-sets.ts';
import type { ScanView } from '../scans/scan.ts';
import type { SiteView } from '../sites/site.ts';

/** Answers as the OpenAPI document shows them, all of one site. */

export const exampleSite: SiteView = {
  id: 'site_01k6zq3v5e8m2n4p6r7s9t0w1x',
  name: 'Web shop',
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

/** In its middle. */
export const exampleScan: ScanView = {
  id: 'scan_01k6zq5x7g0p4r6t8v9w1y2z3a',
  siteId: exampleSite.id,
  status: 'running',
  config: { rules: ['wcag-aa'], priority: 'high' },
  progress: { pagesDone: 1, pagesKnown: 3 },
  createdAt: '2026-03-02T09:20:00.000Z',
  startedAt: '2026-03-02T09:20:04.000Z',
  finishedAt: null,
  report: 'pending',
  failure: null,
  cancelReason: null,
};

export const exampleQueuedScan: ScanView = {
  ...exampleScan,
  status: 'queued',
  progress: { pagesDone: 0, pagesKnown: 0 },
  startedAt: null,
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

const everyRuleSet = listRuleSets();

/** The true answer with one rule set of all. */
export const exampleRuleSets: RuleSetsView = {
  ...everyRuleSet,
  items: everyRuleSet.items.filter(({ name }) => name === 'best-practice'),
};
