import type { ReportFormat } from '../../core/reports/report-formats.ts';
import { CliError, createUsageError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { RequestedOutput } from '../settings/settings.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { Outcome } from './outcome.ts';
import { type OutputTarget, resolveOutputTarget, writeTo } from './output-target.ts';

/** An output that was seen to be writable. */
export interface PreparedOutput extends RequestedOutput {
  readonly target: OutputTarget;
}

/** What became of an output; the error where it was not written. */
export interface WrittenOutput {
  format: ReportFormat;
  /** As it was given. */
  path: string;
  error: CliError | null;
}

/**
 * Sees before a scan that all outputs can be written. Nothing of them is left but the folders that they need.
 * @throws CliError usage: `output-unwritable`, `output-twice`
 */
export async function prepareOutputs(
  wishes: readonly RequestedOutput[],
  host: Host,
): Promise<PreparedOutput[]> {
  const all: PreparedOutput[] = [];
  const pathOf = new Map<string, string>();
  for (const { format, path, confined = false } of wishes) {
    const target = await resolveOutputTarget(path, host, confined);
    const place = target.kind === 'stream' ? target.stream : target.path;
    const other = pathOf.get(place);
    if (other !== undefined && target.kind !== 'device') {
      const message = `Two outputs go to the same place: ${escapeLogLine(other)} and ${escapeLogLine(path)}.`;
      throw createUsageError('output-twice', message, 'Give each a path of its own.');
    }
    pathOf.set(place, path);
    all.push({ format, path, target });
  }
  return all;
}

/** Writes every output that can be written, in the order given; none keeps another from being tried. */
export async function writeOutputs(
  prepared: readonly PreparedOutput[],
  outcome: Outcome,
  host: Host,
): Promise<WrittenOutput[]> {
  const written: WrittenOutput[] = [];
  for (const { format, path, target } of prepared) {
    const pieces = untilInterrupted(outcome.form(format), host.interrupted);
    const error = await writeTo(target, path, pieces, host).then(
      () => null,
      (reason: unknown) => failureOf(reason, format),
    );
    if (error?.exitStatus === 'interrupted') throw error;
    written.push({ format, path, error });
  }
  return written;
}

/** What a form itself throws is our fault, and takes neither the other outputs nor the result away. */
function failureOf(reason: unknown, format: ReportFormat): CliError {
  if (reason instanceof CliError) return reason;
  const message = `The report could not be made in the format ${format}; this is a bug in a11y-scan: ${escapeLogLine(String(reason))}`;
  return new CliError('service', 'format-failed', message, {
    hint: 'The report in another format, such as json, may still be had.',
    cause: reason,
  });
}

async function* untilInterrupted<Piece>(
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  for await (const piece of pieces) {
    if (signal.aborted) {
      throw new CliError('interrupted', 'interrupted', 'Interrupted while the report was written.');
    }
    yield piece;
  }
}
