/** A function threw, crashed, or returned more than Lambda allows. */
export class FunctionError extends Error {
  override name = 'FunctionError';
  /** The name of the error that the function threw, or `Runtime.ExitError` for a crash. */
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

/** The caller's timeout has passed. The invocation itself may go on until its own timeout. */
export class FunctionTimeoutError extends Error {
  override name = 'FunctionTimeoutError';
}
