import type { Baseline } from '../comparison/states.ts';
import { type Engine, listDistinctEngines } from '../scans/engine.ts';
import { getScanScope, isSiteResult } from '../scans/is-site-result.ts';
import { getRevisionName, hasRevision } from '../scans/object-keys.ts';
import type { Scan } from '../scans/scan.ts';
import type { Site } from '../sites/site.ts';
import { type AlertLine, type AlertState, hashLine } from './alert-state.ts';
import type { ReportFacts } from './scan-end-facts.ts';
import { toNewest } from './scan-order.ts';

/** Returns the line that a completed scan continues, with the scan as its latest one. */
export function buildLine(scan: Scan, report: Pick<ReportFacts, 'comparableKey' | 'engines'>): AlertLine {
  const { comparableKey, engines } = report;
  const ranChecks = engines.some(({ checks }) => checks !== undefined);
  return {
    line: hashLine(getScanScope(scan).branch, comparableKey, ranChecks),
    comparableKey,
    engine: formatEngines(engines),
    ...toNewest(scan),
    revision: hasRevision(scan) ? getRevisionName(scan) : '',
  };
}

/** Returns what is known of the line of a scan; undefined if the scan is its first one. */
export function findOwnLine(
  { lines }: Pick<AlertState, 'lines'>,
  { line }: Pick<AlertLine, 'line'>,
): AlertLine | undefined {
  return lines.find((each) => each.line === line);
}

/** Returns the line with the same rules and settings whose scan was handled last, of whatever branch. */
export function findComparableLine(
  { lines }: Pick<AlertState, 'lines'>,
  { comparableKey }: Pick<AlertLine, 'comparableKey'>,
): AlertLine | undefined {
  return lines.findLast((each) => each.comparableKey === comparableKey);
}

/** Returns the scans that share a state with a scan: those of the site itself are `null`, others those of a branch. */
export function getStateBranch(scan: Scan, { mainBranch }: Pick<Site, 'mainBranch'>): string | null {
  const scope = getScanScope(scan);
  return isSiteResult(scope, mainBranch) ? null : scope.branch;
}

/** True if a scan is compared with an earlier one of its own branch, so that it continues its history. */
export function isOfSameBranch(baseline: Baseline | null, scan: Scan): boolean {
  return baseline !== null && baseline.chosenBy !== 'config' && baseline.branch === getScanScope(scan).branch;
}

/** Returns the versions of engines as one text, which is equal for the same versions. */
function formatEngines(engines: readonly Engine[]): string {
  return listDistinctEngines(engines)
    .map(({ axe, checks = '', browser }) => [axe, checks, browser].join(' '))
    .sort()
    .join(', ');
}
