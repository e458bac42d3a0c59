import type { ReportFormat } from '../../core/reports/report-formats.ts';
import { CliError, createUsageError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { RequestedOutput } from '../settings/settings.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Outcome } from './outcome.ts';
import { type OutputTarget, resolveOutputTarget, writeTo } from './output-target.ts';

/** An output that was checked to be writable. */
export interface PreparedOutput extends RequestedOutput {
  readonly target: OutputTarget;
}

/** The result of writing an output; with the error if it failed. */
export interface WrittenOutput {
  format: ReportFormat;
  /** As given. */
  path: string;
  error: CliError | null;
}

/**
 * Checks before a scan that all outputs can be written. Leaves nothing behind except the folders that they need.
 * @throws CliError usage: `output-unwritable`, `output-twice`
 */
export async function prepareOutputs(
  requested: readonly RequestedOutput[],
  host: Host,
): Promise<PreparedOutput[]> {
  const all: PreparedOutput[] = [];
  const pathsByTarget = new Map<string, string>();
  for (const { format, path, confined = false } of requested) {
    const target = await resolveOutputTarget(path, host, confined);
    const targetName = target.kind === 'stream' ? target.stream : target.path;
    const other = pathsByTarget.get(targetName);
    if (other !== undefined && target.kind !== 'device') {
      const message = `Two outputs have the same target: ${escapeLogLine(other)} and ${escapeLogLine(path)}.`;
      throw createUsageError('output-twice', message, 'Give each output its own path.');
    }
    pathsByTarget.set(targetName, path);
    all.push({ format, path, target });
  }
  return all;
}

/** Writes all outputs in the given order. After an error it continues with the next one. */
export async function writeOutputs(
  prepared: readonly PreparedOutput[],
  outcome: Outcome,
  host: Host,
): Promise<WrittenOutput[]> {
  const written: WrittenOutput[] = [];
  for (const { format, path, target } of prepared) {
    const chunks = stopOnInterrupt(outcome.renderReport(format), host.interrupted);
    const error = await writeTo(target, path, chunks, host).then(
      () => null,
      (reason: unknown) => toOutputFailure(reason, format),
    );
    if (error?.exitStatus === 'interrupted') throw error;
    written.push({ format, path, error });
  }
  return written;
}

/** An error of a renderer is a bug in this program. The other outputs and the result are still written. */
function toOutputFailure(reason: unknown, format: ReportFormat): CliError {
  if (reason instanceof CliError) return reason;
  const message = `The report could not be written in the format ${format}. This is a bug in a11y-scan: ${escapeLogLine(String(reason))}`;
  return new CliError('service', 'format-failed', message, {
    hint: 'Try another format, such as json.',
    cause: reason,
  });
}

async function* stopOnInterrupt<Piece>(
  chunks: AsyncIterable<Piece>,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  for await (const chunk of chunks) {
    if (signal.aborted) {
      throw new CliError('interrupted', 'interrupted', 'Interrupted while the report was written.');
    }
    yield chunk;
  }
}
