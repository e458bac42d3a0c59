import { emptyAlertState } from '../../../core/alerts/alert-state.ts';
import type { ReportFacts, ScanEndFacts } from '../../../core/alerts/scan-end-facts.ts';
import type { GroupEvent } from '../../../core/history/stored-history.ts';
import type { ScanGroup } from '../../../core/reports/scan-groups.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import type { Site } from '../../../core/sites/site.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';

export const at = { origin: 'https://dashboard.example.com', accountId: 'acct_1' };
const byImpact = { critical: 0, serious: 0, moderate: 0, minor: 0 };

export const site: Site = {
  ...siteCrawlDefault,
  siteId: 'site_1',
  accountId: 'acct_1',
  name: 'Garden shop',
  labels: [],
  url: 'https://shop.example/',
  pages: [],
  origins: [],
  sourcePaths: [],
  mainBranch: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
};

/** Returns a completed scan. @param minute of its trigger; it takes a minute */
export function scanAt(minute: number, given: Partial<Scan> = {}): Scan {
  const time = (of: number) => new Date(Date.parse('2026-11-01T10:00:00.000Z') + of * 60_000).toISOString();
  return {
    scanId: `scan_${minute}`,
    accountId: 'acct_1',
    siteId: 'site_1',
    siteName: site.name,
    siteUrl: site.url,
    status: 'completed',
    config: { rules: ['wcag-aa'], priority: 'normal' },
    actor: 'apikey_1',
    correlationId: 'r',
    createdAt: time(minute),
    finishedAt: time(minute + 1),
    planned: true,
    pagesKnown: 1,
    pagesDone: 1,
    pagesScanned: 1,
    report: 'ready',
    edition: 'e',
    summary: {
      gate: null,
      violations: 0,
      needsReview: 0,
      suppressed: 0,
      new: 0,
      fixed: 0,
      issueGroups: 0,
      issueGroupsByImpact: byImpact,
      pages: { attempted: 1, scanned: 1, notJudged: 0 },
      hasBaseline: true,
      rulesNotRun: [],
    },
    ...given,
  };
}

/** Returns a group with one violation that is new. */
export function groupOf(id: string, given: Partial<ScanGroup> = {}): ScanGroup {
  return {
    id: `grp_${id}`,
    ruleId: 'image-alt',
    kind: 'violation',
    impact: 'critical',
    oneFix: null,
    elements: 1,
    suppressed: 0,
    unlisted: 0,
    byState: { new: 1, regressed: 0, unchanged: 0, reclassified: 0, unknown: 0 },
    byEngine: 0,
    pageIds: ['page_1'],
    pageCount: 1,
    element: { selector: 'img', html: '<img src="a.jpg">', howToFix: 'Add an alt attribute.' },
    firstSeen: null,
    ...given,
  } as ScanGroup;
}

export const seen: GroupEvent = { change: 'first-seen', ruleId: 'image-alt', kind: 'violation' };

export function reportOf(given: Partial<ReportFacts> = {}): ReportFacts {
  return {
    baseline: { scanId: 'scan_0', branch: null, createdAt: '', chosenBy: 'branch' },
    comparableKey: 'key1',
    engines: [{ axe: '4.14.1', browser: 'Chrome/153' }],
    gateReasons: [],
    groups: [],
    changes: new Map(),
    pageUrls: new Map([['page_1', 'https://shop.example/']]),
    previous: undefined,
    ...given,
  };
}

export function factsOf(scan: Scan, given: Partial<ScanEndFacts> = {}): ScanEndFacts {
  return { scan, site, at, report: reportOf(), isUnreachable: false, state: emptyAlertState, ...given };
}
