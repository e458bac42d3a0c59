import { redactQueries } from '../redaction/redact-queries.ts';
import { resolveRuleSets, ruleSets } from '../rule-sets/rule-sets.ts';
import { isScanned, type PageOutcome, pageOutcomeCodes } from '../scans/page-outcome.ts';
import { describeUnfinished, type Scan, type ScanSummary } from '../scans/scan.ts';
import { sortConfigMembers, toConfigView } from '../scans/scan-config.ts';
import { type ScanSettings, scanSettingsSchema } from '../scans/scan-settings.ts';
import type { SourcePaths } from '../sites/source-paths.ts';
import type { Report, ReportPage } from './report.ts';

/** The members of a scan that its report shows; `correlationId` is null for a scan that no API call triggered. */
export type ReportedScan = Pick<
  Scan,
  | 'scanId'
  | 'status'
  | 'config'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'failure'
  | 'failureDetail'
  | 'cancelReason'
> & { correlationId: string | null };

/** The configuration of a scan. */
export interface ScanSubject {
  /** The scan as it will be when its report exists: its status must be final. */
  scan: ReportedScan;
  /** `siteId` is null for a scan of a site that the service does not store. */
  site: { siteId: string | null; name: string; url: string };
  /** The start URL, then the listed pages. */
  startUrls: readonly string[];
  sourcePaths: SourcePaths;
  settings: ScanSettings;
}

/** Returns the section of the report on the scan itself. @throws Error if the scan is not final */
export function buildReportScan(scan: ReportedScan): Report['scan'] {
  return {
    id: scan.scanId,
    ...resolveEnd(scan),
    createdAt: scan.createdAt,
    startedAt: scan.startedAt ?? null,
    finishedAt: scan.finishedAt ?? null,
    requestId: scan.correlationId,
    config: sortConfigMembers(toConfigView(scan.config)),
  };
}

function resolveEnd(scan: ReportedScan): Pick<Report['scan'], 'status' | 'incomplete' | 'incompleteReason'> {
  const { failure, cancelReason } = describeUnfinished(scan);
  switch (scan.status) {
    case 'completed':
      return { status: scan.status, incomplete: false, incompleteReason: null };
    case 'failed':
      return { status: scan.status, incomplete: true, incompleteReason: failure?.reason ?? null };
    case 'cancelled':
      return { status: scan.status, incomplete: true, incompleteReason: cancelReason };
    default:
      throw new Error(`scan ${scan.scanId} is ${scan.status}; only a final scan can have a report`);
  }
}

/** Returns the section of the report on the configuration of the scan. */
export function buildReportConfiguration(subject: ScanSubject): Report['configuration'] {
  const { sets, ruleIds } = resolveRuleSets(subject.scan.config.rules, subject.scan.config.checks);
  return {
    ruleSets: sets.map(({ name, standard, version, tags, ruleIds: ofSet }) => ({
      name,
      meaning: ruleSets[name].meaning,
      standard,
      version,
      axeTags: tags,
      ruleIds: ofSet,
    })),
    ruleIds,
    startUrls: subject.startUrls.map(redactQueries),
    sourcePaths: subject.sourcePaths.map(({ url, path }) => ({ url, path })),
    // In schema order: DynamoDB returns the members in another order.
    settings: scanSettingsSchema.parse(subject.settings),
  };
}

/** Returns the rules that ran on at least one of these pages. */
export function collectRulesThatRan(pages: readonly ReportPage[]): Set<string> {
  const ran = new Set<string>();
  for (const { rules } of pages)
    for (const { ruleId, result } of rules) if (result !== 'not-run') ran.add(ruleId);
  return ran;
}

/** Returns the number of pages by outcome. */
export function countPages(pages: readonly ReportPage[]): Report['summary']['pages'] {
  const byOutcome: Partial<Record<PageOutcome, number>> = Object.create(null);
  for (const outcome of pageOutcomeCodes) {
    const number = pages.filter((page) => page.outcome === outcome).length;
    if (number > 0) byOutcome[outcome] = number;
  }
  return { known: pages.length, scanned: pages.filter((page) => isScanned(page.outcome)).length, byOutcome };
}

/** Returns the number of pages that a scan tried to open, without those that do not exist. */
export function countAttemptedPages({ known, byOutcome }: Report['summary']['pages']): number {
  const { 'not-attempted': notAttempted = 0, 'broken-link': broken = 0, gone = 0 } = byOutcome;
  return known - notAttempted - broken - gone;
}

/** Returns the key numbers of a scan. @param report with or without nodes */
export function buildScanSummary({ gate, summary, comparison }: Report): ScanSummary {
  const { violations, needsReview, suppressed, issueGroups, issueGroupsByImpact, rulesNotRun } = summary;
  const { scanned, byOutcome } = summary.pages;
  const attempted = countAttemptedPages(summary.pages);
  const judged = (byOutcome.scanned ?? 0) + (byOutcome['duplicate-redirect'] ?? 0);
  return {
    gate: gate.result,
    violations: violations.elements,
    needsReview: needsReview.elements,
    suppressed: suppressed.violations.elements + suppressed.needsReview.elements,
    new: comparison.violations.new + comparison.violations.regressed,
    fixed: comparison.fixed.count,
    issueGroups,
    issueGroupsByImpact,
    pages: { attempted, scanned, notJudged: attempted - judged },
    hasBaseline: comparison.baseline !== null,
    rulesNotRun,
  };
}
