/** What is wrong with a command line. */
export class CommandLineFault extends Error {
  override name = 'CommandLineFault';
  /** Stable, for programs: `unknown-flag`. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
