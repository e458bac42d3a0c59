import type { BaselineReport } from '../../core/comparison/baseline-report.ts';
import { computeComparableKey } from '../../core/comparison/comparable-key.ts';
import type { SiteState } from '../../core/comparison/site-state.ts';
import { buildPageIdentity, getHomeOrigins } from '../../core/findings/page-identity.ts';
import { createEmptyComparison, type ReportComparisonInput } from '../../core/reports/report-subject.ts';
import { formatEngine } from '../../core/scans/engine.ts';
import type { ChunkPage } from '../../core/scans/messages.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/**
 * Returns a function that gives a page its identity for fingerprints. A baseline that is a report has no pictures to
 * show again, so all are taken anew.
 */
export function createPageDescriber({
  startUrls,
  settings,
}: ScanStart): (url: string) => Pick<ChunkPage, 'identity'> {
  // Where the start URL moves a site is never another home: it keeps host and port, but for `www.` and the scheme.
  const home = getHomeOrigins(startUrls, null);
  return (url) => ({ identity: buildPageIdentity(url, home, settings.crawl.hashRoutes) });
}

const NO_BASELINE_GIVEN = 'No baseline was given; --baseline takes the JSON report of an earlier scan.';

/** What the report of a scan compares with. @param state what the baseline left; null where there is none */
export function buildComparison(
  start: ScanStart,
  config: ScanConfig,
  baseline: BaselineReport | null,
  state: SiteState | null,
): ReportComparisonInput {
  const comparableKey = computeComparableKey(config.rules, start.settings);
  if (baseline === null) return createEmptyComparison(comparableKey, NO_BASELINE_GIVEN);
  const { id: scanId, createdAt, config: before } = baseline.scan;
  return {
    ...createEmptyComparison(comparableKey, ''),
    baseline: { scanId, branch: before.metadata?.branch ?? null, createdAt, chosenBy: 'config' },
    whyNone: null,
    state,
    carried: state,
  };
}

type Engines = BaselineReport['engines'];

/**
 * A sentence for people where a baseline was scanned by another engine than the scan: a report cannot tell what is new
 * by the engine alone. None where it was the same, or nothing was scanned.
 */
export function describeEngineChange(baseline: Engines, now: Engines): string[] {
  const [before, after] = [namesOf(baseline), namesOf(now)];
  if (before === '' || after === '' || before === after) return [];
  return [
    `The baseline was scanned by ${before}, this scan by ${after}: what is new may come from that. Make the baseline anew.`,
  ];
}

function namesOf(engines: Engines): string {
  const names = engines.map((engine) => formatEngine(engine, (name) => escapeLogLine(name, 60)));
  return [...new Set(names)].sort().join(' and ');
}
