import { inspect } from 'node:util';
import type { ExitStatus } from './exit-codes.ts';
import type { Host } from './host.ts';

/** An expected error that ends an invocation: what is wrong, and what to do next. Both are shown to people. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitStatus: ExitStatus;
  /** Stable code for programs: the problem code of a response, or an own one such as `output-unwritable`. */
  readonly code: string;
  /** What to do next, in one or more sentences. */
  readonly hint: string | undefined;
  /** Id of the affected scan, if known. */
  readonly scanId: string | undefined;

  constructor(
    exitStatus: ExitStatus,
    code: string,
    message: string,
    { hint, scanId, cause }: { hint?: string | undefined; scanId?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitStatus = exitStatus;
    this.code = code;
    this.hint = hint;
    this.scanId = scanId;
  }
}

/** Returns the same error with the id of the affected scan. */
export function withScanId(error: CliError, scanId: string): CliError {
  const { exitStatus, code, message, hint, cause } = error;
  return new CliError(exitStatus, code, message, { hint, cause, scanId });
}

/** Returns the error for wrong arguments or settings. */
export function createUsageError(code: string, message: string, hint?: string): CliError {
  return new CliError('usage', code, message, { hint });
}

/** Converts an error that is no CliError: an `AbortError` after an interruption, or else a bug in this program. */
export function toUnexpectedError(error: unknown, host: Host): CliError {
  const wasAborted = error instanceof Error && error.name === 'AbortError';
  if (host.interrupted.aborted && wasAborted)
    return new CliError('interrupted', 'interrupted', 'Interrupted.');
  return createInternalError(error, host);
}

/** Its exit code differs from that of a failed gate, because a bug says nothing about the site. */
function createInternalError(error: unknown, host: Host): CliError {
  const [line = ''] = String(
    error instanceof Error ? `${error.name}: ${error.message}` : inspect(error),
  ).split('\n');
  const stack = error instanceof Error && host.env.A11Y_SCAN_DEBUG ? (error.stack ?? '') : undefined;
  return new CliError('service', 'internal-error', `This is a bug in a11y-scan: ${line}`, {
    hint: stack ?? 'Set A11Y_SCAN_DEBUG=1 to see where it happened, and report it with what you ran.',
  });
}
