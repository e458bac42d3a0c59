import { redactQueries } from '../redaction/redact-queries.ts';
import { resolveRuleSets, ruleSets } from '../rule-sets/rule-sets.ts';
import { isScanned, type PageOutcome, pageOutcomeCodes } from '../scans/page-outcome.ts';
import type { PageResult } from '../scans/page-result.ts';
import { type FrontierPage, type Scan, viewScan } from '../scans/scan.ts';
import { inOrder } from '../scans/scan-config.ts';
import { type ScanSettings, scanSettingsSchema } from '../scans/scan-settings.ts';
import { type CrawlRecord, crawlOf } from './crawl.ts';
import { markDuplicates } from './duplicates.ts';
import { limitsOf } from './limits.ts';
import { byPlace, type JudgedPage, judgePage } from './pages.ts';
import { REPORT_SCHEMA_VERSION, type Report, type ReportEngine, type ReportPage } from './report.ts';
import { countsOf, type PlacedFinding, ruleFindingsOf } from './rule-findings.ts';

/** Everything a report is made from. */
export interface ReportInput {
  /** The scan as it will be once its report is there: its status must be final. */
  scan: Scan;
  site: { siteId: string; name: string; url: string };
  /** The start URL, then the listed pages. */
  startUrls: readonly string[];
  settings: ScanSettings;
  crawl: CrawlRecord;
  /** Every page of the frontier, in any order. */
  pages: readonly FrontierPage[];
  /** For each page that has one, the result that counts, in any order, with the elements that `NodeBudget` left it. */
  results: Iterable<PageResult>;
}

/**
 * Puts the report of a scan together. The same input gives the same bytes under `JSON.stringify`, whatever the
 * order of pages and results; nothing is read from the clock. Throws when the scan is not final.
 */
export function buildReport(input: ReportInput): Report {
  const { scan, site, startUrls, settings, crawl, results } = input;
  const { sets, ruleIds } = resolveRuleSets(scan.config.rules);
  const pages = markDuplicates(input.pages);
  const resultOf = new Map(Array.from(results, (result) => [result.pageId, result]));
  const judged = pages.toSorted(byPlace).map((page) => judgePage(page, resultOf.get(page.pageId), ruleIds));
  const violations = ruleFindingsOf(findingsOf(judged, 'violation'));
  const needsReview = ruleFindingsOf(findingsOf(judged, 'review'));
  const reportPages = judged.map(({ page }) => page);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    scan: scanOf(scan),
    site: { id: site.siteId, name: site.name, url: site.url },
    configuration: {
      ruleSets: sets.map(({ name, standard, version, tags, ruleIds: ofSet }) => ({
        name,
        meaning: ruleSets[name].meaning,
        standard,
        version,
        axeTags: tags,
        ruleIds: ofSet,
      })),
      ruleIds,
      startUrls: startUrls.map(redactQueries),
      // In the order of the schema, whatever the order in which the table gives the members.
      settings: scanSettingsSchema.parse(settings),
    },
    engines: enginesOf(judged),
    crawl: crawlOf(crawl),
    limits: limitsOf(scan.config.rules, rulesThatRan(reportPages)),
    summary: {
      pages: pageCounts(reportPages),
      violations: countsOf(violations),
      needsReview: countsOf(needsReview),
    },
    pages: reportPages,
    violations,
    needsReview,
  };
}

function scanOf(scan: Scan): Report['scan'] {
  return {
    id: scan.scanId,
    ...endOf(scan),
    createdAt: scan.createdAt,
    startedAt: scan.startedAt ?? null,
    finishedAt: scan.finishedAt ?? null,
    requestId: scan.correlationId,
    config: inOrder(scan.config),
  };
}

function endOf(scan: Scan): Pick<Report['scan'], 'status' | 'incomplete' | 'incompleteReason'> {
  const { failure, cancelReason } = viewScan(scan);
  switch (scan.status) {
    case 'completed':
      return { status: scan.status, incomplete: false, incompleteReason: null };
    case 'failed':
      return { status: scan.status, incomplete: true, incompleteReason: failure?.reason ?? null };
    case 'cancelled':
      return { status: scan.status, incomplete: true, incompleteReason: cancelReason };
    default:
      throw new Error(`scan ${scan.scanId} is ${scan.status}; a report is made of a final scan only`);
  }
}

function findingsOf(judged: readonly JudgedPage[], kind: 'violation' | 'review'): PlacedFinding[] {
  return judged.flatMap(({ page, result }) =>
    (result?.findings ?? [])
      .filter((finding) => finding.kind === kind)
      .map((finding) => ({ pageId: page.id, url: page.requestedUrl, finding })),
  );
}

function enginesOf(judged: readonly JudgedPage[]): ReportEngine[] {
  const engines = new Map<string, ReportEngine>();
  for (const { result } of judged) {
    if (!result) continue;
    const { axe, browser, userAgent, viewport } = result.engine;
    const engine = { axe, browser, userAgent, viewport: { width: viewport.width, height: viewport.height } };
    const key = JSON.stringify(engine);
    engines.set(key, { ...engine, pageCount: (engines.get(key)?.pageCount ?? 0) + 1 });
  }
  return [...engines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, engine]) => engine);
}

function rulesThatRan(pages: readonly ReportPage[]): Set<string> {
  return new Set(
    pages.flatMap((page) =>
      page.rules.filter((rule) => rule.result !== 'not-run').map((rule) => rule.ruleId),
    ),
  );
}

function pageCounts(pages: readonly ReportPage[]): Report['summary']['pages'] {
  const byOutcome: Partial<Record<PageOutcome, number>> = {};
  for (const outcome of pageOutcomeCodes) {
    const number = pages.filter((page) => page.outcome === outcome).length;
    if (number > 0) byOutcome[outcome] = number;
  }
  return { known: pages.length, scanned: pages.filter((page) => isScanned(page.outcome)).length, byOutcome };
}
