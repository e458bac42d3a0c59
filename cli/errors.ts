import { inspect } from 'node:util';
import type { Ending } from './exit-codes.ts';
import type { Host } from './host.ts';

/** An end of an invocation that was foreseen: what is wrong, and what to do next. Both are shown to people. */
export class CliError extends Error {
  override name = 'CliError';
  readonly ending: Ending;
  /** Stable, for programs: the problem code of an answer, or one of our own such as `output-unwritable`. */
  readonly code: string;
  /** What to do next; a sentence, or several. */
  readonly hint: string | undefined;
  /** The scan that it is about, where one is known. */
  readonly scanId: string | undefined;

  constructor(
    ending: Ending,
    code: string,
    message: string,
    { hint, scanId, cause }: { hint?: string | undefined; scanId?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.ending = ending;
    this.code = code;
    this.hint = hint;
    this.scanId = scanId;
  }
}

/** The same error, about a scan. */
export function withScanId(error: CliError, scanId: string): CliError {
  const { ending, code, message, hint, cause } = error;
  return new CliError(ending, code, message, { hint, cause, scanId });
}

/** The end of an invocation that was asked for wrongly. */
export function createUsageError(code: string, message: string, hint?: string): CliError {
  return new CliError('usage', code, message, { hint });
}

/** How an invocation ends by an error that is no CliError: a fault of ours, or what was under way when a person interrupted. */
export function toUnexpectedError(error: unknown, host: Host): CliError {
  const wasAborted = error instanceof Error && error.name === 'AbortError';
  if (host.interrupted.aborted && wasAborted)
    return new CliError('interrupted', 'interrupted', 'Interrupted.');
  return internalError(error, host);
}

/** It says nothing of the site, so it must not end like a gate that failed. */
function internalError(error: unknown, host: Host): CliError {
  const [line = ''] = String(
    error instanceof Error ? `${error.name}: ${error.message}` : inspect(error),
  ).split('\n');
  const stack = error instanceof Error && host.env.A11Y_SCAN_DEBUG ? (error.stack ?? '') : undefined;
  return new CliError('service', 'internal-error', `This is a bug in a11y-scan: ${line}`, {
    hint: stack ?? 'Set A11Y_SCAN_DEBUG=1 to see where it happened, and report it with what you ran.',
  });
}
