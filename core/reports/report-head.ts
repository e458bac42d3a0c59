import { redactQueries } from '../redaction/redact-queries.ts';
import { resolveRuleSets, ruleSets } from '../rule-sets/rule-sets.ts';
import { isScanned, type PageOutcome, pageOutcomeCodes } from '../scans/page-outcome.ts';
import { describeUnfinished, type Scan, type ScanSummary } from '../scans/scan.ts';
import { sortConfigMembers } from '../scans/scan-config.ts';
import { type ScanSettings, scanSettingsSchema } from '../scans/scan-settings.ts';
import type { SourcePaths } from '../sites/source-paths.ts';
import type { Report, ReportPage } from './report.ts';

/** What a report tells of its scan; `correlationId` is null for a scan that no call triggered. */
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

/** What a scan was asked to do. */
export interface ScanSubject {
  /** The scan as it will be once its report is there: its status must be final. */
  scan: ReportedScan;
  /** `siteId` is null for a scan of no site that the service keeps. */
  site: { siteId: string | null; name: string; url: string };
  /** The start URL, then the listed pages. */
  startUrls: readonly string[];
  sourcePaths: SourcePaths;
  settings: ScanSettings;
}

/** The report's account of a scan. @throws Error when the scan is not final */
export function buildReportScan(scan: ReportedScan): Report['scan'] {
  return {
    id: scan.scanId,
    ...endOf(scan),
    createdAt: scan.createdAt,
    startedAt: scan.startedAt ?? null,
    finishedAt: scan.finishedAt ?? null,
    requestId: scan.correlationId,
    config: sortConfigMembers(scan.config),
  };
}

function endOf(scan: ReportedScan): Pick<Report['scan'], 'status' | 'incomplete' | 'incompleteReason'> {
  const { failure, cancelReason } = describeUnfinished(scan);
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

/** The report's account of what a scan was asked to do. */
export function buildReportConfiguration(subject: ScanSubject): Report['configuration'] {
  const { sets, ruleIds } = resolveRuleSets(subject.scan.config.rules);
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
    // In the order of the schema, whatever the order in which the table gives the members.
    settings: scanSettingsSchema.parse(subject.settings),
  };
}

/** The rules that ran on at least one of these pages. */
export function collectRulesThatRan(pages: readonly ReportPage[]): Set<string> {
  const ran = new Set<string>();
  for (const { rules } of pages)
    for (const { ruleId, result } of rules) if (result !== 'not-run') ran.add(ruleId);
  return ran;
}

/** How many pages ended how. */
export function countPages(pages: readonly ReportPage[]): Report['summary']['pages'] {
  const byOutcome: Partial<Record<PageOutcome, number>> = {};
  for (const outcome of pageOutcomeCodes) {
    const number = pages.filter((page) => page.outcome === outcome).length;
    if (number > 0) byOutcome[outcome] = number;
  }
  return { known: pages.length, scanned: pages.filter((page) => isScanned(page.outcome)).length, byOutcome };
}

/** What a scan comes to, in a few numbers. @param report with or without nodes */
export function buildScanSummary({ gate, summary, comparison }: Report): ScanSummary {
  const { violations, needsReview, suppressed, issueGroups, rulesNotRun } = summary;
  return {
    gate: gate.result,
    violations: violations.elements,
    needsReview: needsReview.elements,
    suppressed: suppressed.violations.elements + suppressed.needsReview.elements,
    new: comparison.violations.new + comparison.violations.regressed,
    fixed: comparison.fixed.count,
    issueGroups,
    rulesNotRun,
  };
}
