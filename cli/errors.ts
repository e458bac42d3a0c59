import type { Ending } from './exit-codes.ts';

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
export function ofScan(error: CliError, scanId: string): CliError {
  const { ending, code, message, hint, cause } = error;
  return new CliError(ending, code, message, { hint, cause, scanId });
}
