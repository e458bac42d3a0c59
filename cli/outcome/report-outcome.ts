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
 * Reports the outcome of a scan: writes the outputs, shows annotations and the summary, and with `--json` the document.
 * @returns the exit status, decided by the first of: a scan without a report, an output that cannot be written, the
 *   gate
 * @throws CliError `interrupted` while an output is written
 */
export async function reportOutcome(
  { host, settings, terminal }: Context,
  outcome: Outcome,
  prepared: readonly PreparedOutput[],
): Promise<ExitStatus> {
  const hasReport = outcome.report !== null;
  const outputs = hasReport ? await writeOutputs(prepared, outcome, host) : [];
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
  if (!hasReport && prepared.length > 0) {
    terminal.warn('No output was written, because there is no report.');
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
