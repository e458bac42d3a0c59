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
 * Returns a function that returns the identity of a page for fingerprints. A baseline report has no pictures to reuse,
 * so all pictures are taken again.
 */
export function createPageDescriber({
  startUrls,
  settings,
}: ScanStart): (url: string) => Pick<ChunkPage, 'identity'> {
  // A redirect of the start URL never leads to another home: host and port stay, apart from `www.` and the scheme.
  const home = getHomeOrigins(startUrls, null);
  return (url) => ({ identity: buildPageIdentity(url, home, settings.crawl.hashRoutes) });
}

const NO_BASELINE_GIVEN = 'No baseline was given. Set --baseline to the JSON report of an earlier scan.';

/** Builds the comparison input of the report. @param state state of the baseline; null without one */
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

/**
 * Returns a note if pages of the report that is the baseline had changed too much to be compared. Who gives such a
 * report as the baseline accepts them.
 */
export function describeAcceptedChanges({ pages }: Pick<BaselineReport, 'pages'>): string[] {
  const changed = pages.filter((page) => page.changed !== undefined);
  const [first] = changed;
  if (first === undefined) return [];
  const named = `${escapeLogLine(first.requestedUrl, 200)}${changed.length > 1 ? ` and ${changed.length - 1} more` : ''}`;
  return [
    `Pages of the baseline report had changed too much to be compared: ${named}. By using this report as the baseline, you accept them. If they do not show what they should, use an earlier report.`,
  ];
}

type Engines = BaselineReport['engines'];

/**
 * Returns a sentence for people if another engine scanned the baseline, because the report cannot separate findings
 * that are new only because of the engine. Returns none if the engine is the same, or nothing was scanned.
 */
export function describeEngineChange(baseline: Engines, now: Engines): string[] {
  const [before, after] = [formatEngines(baseline), formatEngines(now)];
  if (before === '' || after === '' || before === after) return [];
  return [
    `The baseline was scanned with ${before}, this scan with ${after}. Findings may be new only because of this. Create a new baseline.`,
  ];
}

function formatEngines(engines: Engines): string {
  const names = engines.map((engine) => formatEngine(engine, (name) => escapeLogLine(name, 60)));
  return [...new Set(names)].sort().join(' and ');
}
