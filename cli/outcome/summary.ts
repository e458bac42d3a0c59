import { findStandardStream } from '../settings/outputs.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Style } from '../terminal/terminal.ts';
import { addCounts, addLimits } from './counts.ts';
import { addIssues } from './issues.ts';
import type { Outcome } from './outcome.ts';
import type { WrittenOutput } from './outputs.ts';
import { Sheet } from './sheet.ts';
import { addDecision, addFinalGateResult, addVerdict } from './verdict.ts';

/** The width of the lines in columns, and their styles. */
interface Look {
  columns: number;
  style: Style;
}

/**
 * What a person reads of a scan: the gate, what is new, what else counts, the rest in numbers, where the report is.
 * Words alone tell everything; marks only underline it.
 */
export function renderScanSummary(
  outcome: Outcome,
  outputs: readonly WrittenOutput[],
  { columns, style }: Look,
): string {
  const sheet = new Sheet(columns);
  const { report } = outcome;
  addVerdict(sheet, outcome, style);
  const hasIssues = report !== null && addIssues(sheet, report, whereTheRestIs(outputs), style);
  if (report !== null) addCounts(sheet, report);
  for (const note of outcome.notes) sheet.add(escapeLogLine(note), { label: 'Note: ' });
  if (report !== null) addLimits(sheet, report);
  sheet.gap();
  for (const { format, path, error } of outputs) {
    if (error === null && findStandardStream(path) === null)
      sheet.add(`Written: ${escapeLogLine(path)} (${format})`);
  }
  const scanId = escapeLogLine(outcome.scanId);
  sheet.add(`Scan: ${scanId}`);
  // On one line however narrow, to be copied.
  if (outcome.where === 'service') sheet.lines.push(`See it again: a11y-scan report ${scanId}`);
  if (hasIssues) addFinalGateResult(sheet, report, style);
  return sheet.lines.join('\n');
}

/** Returns what `--quiet` prints: how the scan ended, the gate's decision and its reasons. */
export function renderQuietSummary(outcome: Outcome, { columns, style }: Look): string {
  const sheet = new Sheet(columns);
  addDecision(sheet, outcome, style);
  return sheet.lines.join('\n');
}

function whereTheRestIs(outputs: readonly WrittenOutput[]): string {
  const html = outputs.find(({ format, error }) => format === 'html' && error === null);
  if (html && findStandardStream(html.path) === null) return `see ${escapeLogLine(html.path)}.`;
  return 'see the HTML report (--output html=report.html).';
}
