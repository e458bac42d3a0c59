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
 * Renders the summary of a scan: gate decision, new issue groups, others that the gate counts, further counts, output
 * files. Styles never carry information that the words do not have.
 */
export function renderScanSummary(
  outcome: Outcome,
  outputs: readonly WrittenOutput[],
  { columns, style }: Look,
): string {
  const sheet = new Sheet(columns);
  const { report } = outcome;
  addVerdict(sheet, outcome, style);
  const hasIssues = report !== null && addIssues(sheet, report, formatRestHint(outputs), style);
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
  // Never wrapped, so that it can be copied.
  if (outcome.where === 'service') sheet.lines.push(`Show it again: a11y-scan report ${scanId}`);
  if (hasIssues) addFinalGateResult(sheet, report, style);
  return sheet.lines.join('\n');
}

/** Renders the output of `--quiet`: how the scan ended, and the gate decision with its reasons. */
export function renderQuietSummary(outcome: Outcome, { columns, style }: Look): string {
  const sheet = new Sheet(columns);
  addDecision(sheet, outcome, style);
  return sheet.lines.join('\n');
}

function formatRestHint(outputs: readonly WrittenOutput[]): string {
  const html = outputs.find(({ format, error }) => format === 'html' && error === null);
  if (html && findStandardStream(html.path) === null) return `see ${escapeLogLine(html.path)}.`;
  return 'see the HTML report (--output html=report.html).';
}
