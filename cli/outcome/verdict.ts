import { noBaselineReasons } from '../../core/comparison/baseline-candidates.ts';
import type { FailOn } from '../../core/gate/fail-on.ts';
import type { GateResult } from '../../core/gate/gate.ts';
import type { Report } from '../../core/reports/report.ts';
import { countPagesWithoutBrokenLinks, formatBrokenLinksSuffix } from '../../formats/parts/broken-links.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Style } from '../terminal/terminal.ts';
import type { Outcome } from './outcome.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 600;
const NAME_MAX = 200;

const gates: Record<GateResult, { title: string; mark: 'green' | 'red' | 'yellow' }> = {
  passed: { title: 'Gate passed', mark: 'green' },
  failed: { title: 'Gate failed', mark: 'red' },
  inconclusive: { title: 'Gate inconclusive', mark: 'yellow' },
};

/** How the scan ended and what the gate says, with the reasons, what was scanned and what it was compared with. */
export function addVerdict(sheet: Sheet, outcome: Outcome, style: Style): void {
  addDecision(sheet, outcome, style);
  const { report } = outcome;
  if (report === null) return;
  const whatToDo = getMissingBaselineHint(outcome);
  if (whatToDo !== null) sheet.add(whatToDo, { label: 'What to do: ' });
  const { failOn } = report.scan.config;
  if (report.gate.result === 'passed' && failOn) sheet.add(`It would fail on ${thresholdsIn(failOn)}.`);
  sheet.add(coverageOf(report));
}

/** How the scan ended and what the gate says, with the reasons: the only part that `--quiet` prints of a summary. */
export function addDecision(sheet: Sheet, outcome: Outcome, style: Style): void {
  const { report, status, reason } = outcome;
  const bold = (mark: 'green' | 'red' | 'yellow') => (line: string) => style.bold(style[mark](line));
  if (status !== 'completed') {
    sheet.add(`Scan ${status}: ${escapeLogLine(reason ?? 'no reason is known', TEXT_MAX)}`, {
      mark: bold('red'),
    });
  }
  if (report === null) return;
  const { gate } = report;
  if (gate.result === null) sheet.add(`Scan of ${subjectOf(report)}`, { mark: style.bold });
  else {
    const { title, mark } = gates[gate.result];
    sheet.add(`${title}: ${subjectOf(report)}`, { mark: bold(mark) });
  }
  for (const { code, message } of gate.reasons) {
    const why = code === 'no-baseline' ? ` ${whyNone(report)}` : '';
    sheet.add(escapeLogLine(message + why, TEXT_MAX), { label: '- ' });
  }
}

/** What the gate says once more, for what comes last is what is seen first in a terminal. */
export function addFinalGateResult(sheet: Sheet, { gate }: Report, style: Style): void {
  if (gate.result === null) return;
  const { title, mark } = gates[gate.result];
  sheet.add(`${title}.`, { mark: (line) => style.bold(style[mark](line)) });
}

function subjectOf({ site, configuration }: Report): string {
  const url = escapeLogLine(configuration.startUrls[0] ?? site.url, NAME_MAX);
  const name = escapeLogLine(site.name, NAME_MAX);
  return url.includes(name) ? url : `${name}, ${url}`;
}

function coverageOf(report: Report): string {
  const { summary, comparison, gate, scan } = report;
  const { scanned } = summary.pages;
  const pages = countPagesWithoutBrokenLinks(report);
  const { baseline } = comparison;
  const sentences = [
    `${formatNumber(scanned)} of ${formatCount(pages, 'page')} ${pages === 1 ? 'was' : 'were'} scanned${revisionOf(report)}${formatBrokenLinksSuffix(report)}.`,
  ];
  if (scan.incomplete) {
    sentences.push(
      `The scan did not run to its end: ${escapeLogLine(scan.incompleteReason ?? '', TEXT_MAX)}`,
    );
  }
  if (baseline !== null) {
    const branch = baseline.branch === null ? '' : ` on ${escapeLogLine(baseline.branch, NAME_MAX)}`;
    sentences.push(
      `Compared with ${escapeLogLine(baseline.scanId, NAME_MAX)} of ${escapeLogLine(baseline.createdAt.slice(0, 10))}${branch}.`,
    );
  } else if (!gate.reasons.some(({ code }) => code === 'no-baseline')) sentences.push(whyNone(report));
  return sentences.join(' ');
}

/** What was built, where that is known. */
function revisionOf({ scan }: Report): string {
  const { branch, commit, pullRequest } = scan.config.metadata ?? {};
  const parts = [
    commit === undefined ? '' : `commit ${escapeLogLine(commit.slice(0, 12))}`,
    branch === undefined ? '' : `branch ${escapeLogLine(branch, NAME_MAX)}`,
    pullRequest === undefined ? '' : `pull request ${escapeLogLine(pullRequest, NAME_MAX)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function whyNone({ comparison }: Report): string {
  return `Not compared: ${escapeLogLine(comparison.whyNone ?? 'there is no baseline.', TEXT_MAX)}`;
}

/** What makes a gate fail, in words. */
function thresholdsIn({ bestPractice, ...failOn }: FailOn): string {
  const of = (thresholds: Pick<FailOn, 'new' | 'any' | 'total'>, things: string) => [
    ...(thresholds.new ? [`new ${things} of impact ${orAbove(thresholds.new)}`] : []),
    ...(thresholds.any ? [`any ${things} of impact ${orAbove(thresholds.any)}`] : []),
    ...(thresholds.total === undefined
      ? []
      : [`more than ${formatNumber(thresholds.total)} ${things} in all`]),
  ];
  const things = failOn.review ? 'violations or findings to review' : 'violations';
  const all = [
    ...of(failOn, things),
    ...(bestPractice ? of(bestPractice, `${things} of best practices`) : []),
  ];
  return all.join(', or ');
}

function orAbove(impact: string): string {
  return impact === 'critical' ? impact : `${impact} or above`;
}

/** Of the first scan of its kind at a service. */
const FIRST_SCAN =
  'This scan is one that later ones by the same settings can be compared with. For pull requests, scan the branch that they go into, too. --fail-on any=serious decides at once.';

/** Reasons that say themselves what to do; no later scan is compared with this one. */
const saysWhatToDo: readonly string[] = [
  noBaselineReasons['none-passed'],
  noBaselineReasons['same-commit'],
  noBaselineReasons['state-is-gone'],
];

/**
 * What to do where nothing but a baseline is missing for the gate to decide.
 * @returns null where the gate decided, or something else kept it from that
 */
export function getMissingBaselineHint({ report, status, where }: Outcome): string | null {
  if (report === null || status !== 'completed') return null;
  const { result, reasons } = report.gate;
  if (result !== 'inconclusive' || reasons.some(({ code }) => code !== 'no-baseline')) return null;
  if (saysWhatToDo.includes(report.comparison.whyNone ?? '')) return null;
  return where === 'service' ? FIRST_SCAN : nothingGiven(report.scan.config.failOn);
}

/** Of a local scan, which is held against nothing but what its command line names. */
function nothingGiven(failOn: FailOn | undefined): string {
  const thresholds = [
    ...(failOn?.new ? [['', failOn.new]] : []),
    ...(failOn?.bestPractice?.new ? [['best-practice-', failOn.bestPractice.new]] : []),
  ];
  const all = (what: 'new' | 'any') =>
    thresholds.map(([scope, impact]) => `${scope}${what}=${impact}`).join(',');
  return `To tell what is new, name the JSON report of an earlier scan: --baseline report.json (--output json=report.json writes one). Or decide by all that is found: --fail-on ${all('any')} in place of ${all('new')}.`;
}
