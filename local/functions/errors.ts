/** A function threw, crashed, returned more than Lambda allows, or could not be invoked. */
export class FunctionError extends Error {
  override name = 'FunctionError';
  /** The name of the error that the function threw, or that Lambda uses, such as `Runtime.ExitError` for a crash. */
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

/** Lambda refuses to start an invocation. `type` is the name of the error in Lambda's API. */
export class InvokeError extends Error {
  override name = 'InvokeError';
  readonly type: InvokeErrorType;

  constructor(type: InvokeErrorType, message: string) {
    super(message);
    this.type = type;
  }
}

/** The errors of Lambda's API that are emulated, with their status codes. */
export const invokeErrorStatuses = {
  AccessDeniedException: 403,
  InvalidParameterValueException: 400,
  ResourceNotFoundException: 404,
  TooManyRequestsException: 429,
} as const;
export type InvokeErrorType = keyof typeof invokeErrorStatuses;
