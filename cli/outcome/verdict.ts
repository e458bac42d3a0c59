import { noBaselineReasons } from '../../core/comparison/baseline-candidates.ts';
import { describeThreshold } from '../../core/gate/describe-threshold.ts';
import type { FailOn } from '../../core/gate/fail-on.ts';
import type { GateResult } from '../../core/gate/gate.ts';
import { describeResolution, gateWords } from '../../core/gate/resolutions.ts';
import type { Report } from '../../core/reports/report.ts';
import { countPagesWithoutBrokenLinks, formatBrokenLinksSuffix } from '../../formats/parts/broken-links.ts';
import { describeIncompleteReport } from '../../formats/parts/incomplete.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Style } from '../terminal/terminal.ts';
import type { Outcome } from './outcome.ts';
import type { Sheet } from './sheet.ts';

const TEXT_MAX = 600;
const NAME_MAX = 200;

const colors: Record<GateResult, 'green' | 'red' | 'yellow'> = {
  passed: 'green',
  failed: 'red',
  inconclusive: 'yellow',
};

/** Adds how the scan ended, the gate decision with its reasons, what was scanned, and the baseline. */
export function addVerdict(sheet: Sheet, outcome: Outcome, style: Style): void {
  addDecision(sheet, outcome, style);
  const { report } = outcome;
  if (report === null) return;
  const hint = getMissingBaselineHint(outcome);
  if (hint !== null) sheet.add(hint, { label: 'What to do: ' });
  const { failOn } = report.scan.config;
  if (report.gate.result === 'passed' && failOn) sheet.add(`It would fail on ${formatThresholds(failOn)}.`);
  sheet.add(formatCoverage(report));
}

/** Adds how the scan ended and the gate decision with its reasons. `--quiet` shows only this. */
export function addDecision(sheet: Sheet, outcome: Outcome, style: Style): void {
  const { report, status, reason } = outcome;
  const boldColor = (color: 'green' | 'red' | 'yellow') => (line: string) => style.bold(style[color](line));
  if (status !== 'completed') {
    sheet.add(`Scan ${status}: ${escapeLogLine(reason ?? 'no reason is known', TEXT_MAX)}`, {
      style: boldColor('red'),
    });
  }
  if (report === null) return;
  const { gate } = report;
  if (gate.result === null) sheet.add(`Scan of ${formatSubject(report)}`, { style: style.bold });
  else {
    const title = `Gate ${gateWords[gate.result]}`;
    sheet.add(`${title}: ${formatSubject(report)}`, { style: boldColor(colors[gate.result]) });
  }
  for (const { code, message } of gate.reasons) {
    const why = code === 'no-baseline' ? ` ${explainNoBaseline(report)}` : '';
    sheet.add(escapeLogLine(message + why, TEXT_MAX), { label: '- ' });
    const resolution = describeResolution(code);
    // What to do without a baseline is said in more detail below.
    if (resolution !== null && code !== 'no-baseline') sheet.add(resolution, { label: '  What to do – ' });
  }
}

/** Adds the gate decision again at the end, because a terminal shows only the last lines of a long output. */
export function addFinalGateResult(sheet: Sheet, { gate }: Report, style: Style): void {
  if (gate.result === null) return;
  const color = colors[gate.result];
  sheet.add(`Gate ${gateWords[gate.result]}.`, { style: (line) => style.bold(style[color](line)) });
}

function formatSubject({ site, configuration }: Report): string {
  const url = escapeLogLine(configuration.startUrls[0] ?? site.url, NAME_MAX);
  const name = escapeLogLine(site.name, NAME_MAX);
  return url.includes(name) ? url : `${name}, ${url}`;
}

function formatCoverage(report: Report): string {
  const { summary, comparison, gate, scan } = report;
  const { scanned } = summary.pages;
  const pages = countPagesWithoutBrokenLinks(report);
  const { baseline } = comparison;
  const sentences = [
    `${formatNumber(scanned)} of ${formatCount(pages, 'page')} ${pages === 1 ? 'was' : 'were'} scanned${formatRevision(report)}${formatBrokenLinksSuffix(report)}.`,
  ];
  if (scan.incomplete) {
    const why = scan.incompleteReason === null ? '' : ` ${escapeLogLine(scan.incompleteReason, TEXT_MAX)}`;
    sentences.push(describeIncompleteReport(scan) + why);
  }
  if (baseline !== null) {
    const branch = baseline.branch === null ? '' : ` on ${escapeLogLine(baseline.branch, NAME_MAX)}`;
    sentences.push(
      `Compared with ${escapeLogLine(baseline.scanId, NAME_MAX)} of ${escapeLogLine(baseline.createdAt.slice(0, 10))}${branch}.`,
    );
  } else if (!gate.reasons.some(({ code }) => code === 'no-baseline'))
    sentences.push(explainNoBaseline(report));
  return sentences.join(' ');
}

/** Formats the built revision, if known. */
function formatRevision({ scan }: Report): string {
  const { branch, commit, pullRequest } = scan.config.metadata ?? {};
  const parts = [
    commit === undefined ? '' : `commit ${escapeLogLine(commit.slice(0, 12))}`,
    branch === undefined ? '' : `branch ${escapeLogLine(branch, NAME_MAX)}`,
    pullRequest === undefined ? '' : `pull request ${escapeLogLine(pullRequest, NAME_MAX)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function explainNoBaseline({ comparison }: Report): string {
  return `Not compared: ${escapeLogLine(comparison.whyNone ?? 'there is no baseline.', TEXT_MAX)}`;
}

/** Formats the thresholds of a gate in words. */
function formatThresholds({ bestPractice, ...failOn }: FailOn): string {
  const formatScope = (thresholds: Pick<FailOn, 'new' | 'any' | 'total'>, things: string) => [
    ...(thresholds.new ? [`new or regressed ${things} ${describeThreshold(thresholds.new)}`] : []),
    ...(thresholds.any ? [`any ${things} ${describeThreshold(thresholds.any)}`] : []),
    ...(thresholds.total === undefined
      ? []
      : [`more than ${formatNumber(thresholds.total)} ${things} in total`]),
  ];
  const things = failOn.review ? 'violations or findings that need review' : 'violations';
  const all = [
    ...formatScope(failOn, things),
    ...(bestPractice ? formatScope(bestPractice, `${things} of best practices`) : []),
  ];
  return all.join(', or ');
}

/** Hint for the first scan of its kind on a service. */
const FIRST_SCAN_HINT =
  'Later scans with the same settings can be compared with this one. For pull requests, also scan the target branch. To let all violations decide: --fail-on any=serious.';

/** Reasons whose texts already say what to do, so that no hint is added. */
const reasonsWithAdvice: readonly string[] = [
  noBaselineReasons['none-passed'],
  noBaselineReasons['same-commit'],
  noBaselineReasons['state-is-gone'],
];

/**
 * Returns what to do if the gate is inconclusive only because there is no baseline.
 * @returns null if the gate passed or failed, or is inconclusive for another reason
 */
export function getMissingBaselineHint({ report, status, where }: Outcome): string | null {
  if (report === null || status !== 'completed') return null;
  const { result, reasons } = report.gate;
  if (result !== 'inconclusive' || reasons.some(({ code }) => code !== 'no-baseline')) return null;
  if (reasonsWithAdvice.includes(report.comparison.whyNone ?? '')) return null;
  return where === 'service' ? FIRST_SCAN_HINT : formatLocalHint(report.scan.config.failOn);
}

/** Returns the hint for a local scan, which is compared only with a given baseline. */
function formatLocalHint(failOn: FailOn | undefined): string {
  const thresholds = [
    ...(failOn?.new ? [['', failOn.new]] : []),
    ...(failOn?.bestPractice?.new ? [['best-practice-', failOn.bestPractice.new]] : []),
  ];
  const all = (what: 'new' | 'any') =>
    thresholds.map(([scope, impact]) => `${scope}${what}=${impact}`).join(',');
  return `To find new violations, set --baseline to the JSON report of an earlier scan: --baseline report.json (--output json=report.json writes one). Or let all violations decide: --fail-on ${all('any')} instead of ${all('new')}.`;
}
