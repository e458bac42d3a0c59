import type { ExitStatus } from '../exit-codes.ts';
import type { Context } from '../host.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { formatError } from '../terminal/open-terminal.ts';
import { renderAnnotations } from './annotations.ts';
import { describeIneffectiveThresholds } from './ineffective-thresholds.ts';
import type { Outcome } from './outcome.ts';
import { type PreparedOutput, type WrittenOutput, writeOutputs } from './outputs.ts';
import { buildResultDocument } from './result-document.ts';
import { renderQuietSummary, renderScanSummary } from './summary.ts';

/**
 * The last of a scan: writes the forms, shows annotations and summary, and under `--json` the document.
 * @returns how the invocation ended: by the scan, then by an output that could not be written, then by the gate
 * @throws CliError interrupted, where that happens while a form is written
 */
export async function reportOutcome(
  { host, settings, terminal }: Context,
  outcome: Outcome,
  prepared: readonly PreparedOutput[],
): Promise<ExitStatus> {
  const isThere = outcome.report !== null;
  const outputs = isThere ? await writeOutputs(prepared, outcome, host) : [];
  if (settings.annotations) {
    for (const line of renderAnnotations(outcome.report, settings.pipeline)) terminal.print(line);
  }
  terminal.print(
    settings.quiet ? renderQuietSummary(outcome, terminal) : renderScanSummary(outcome, outputs, terminal),
  );
  if (outcome.report !== null) {
    for (const warning of describeIneffectiveThresholds(outcome.report.scan.config))
      terminal.warn(escapeLogLine(warning));
  }
  if (!isThere && prepared.length > 0) {
    terminal.warn('No output was written, for there is no report.');
  }
  for (const { error } of outputs) {
    if (error !== null) terminal.error(formatError(error, terminal.style));
  }
  const exitStatus = getExitStatus(outcome, outputs);
  terminal.json(buildResultDocument(exitStatus, outcome, outputs, terminal.warnings));
  return exitStatus;
}

function getExitStatus({ status, report }: Outcome, outputs: readonly WrittenOutput[]): ExitStatus {
  if (status !== 'completed' || report === null) return 'service';
  const failure = outputs.find(({ error }) => error !== null)?.error;
  return failure?.exitStatus ?? report.gate.result ?? 'passed';
}
