/** What the runtime and the process that runs a function say to each other. */

export type Invocation = {
  kind: 'invoke';
  requestId: string;
  /** The event as JSON. */
  event: string;
  functionName: string;
  functionArn: string;
  memoryMegabytes: number;
  /** Milliseconds since the epoch at which the invocation is ended. */
  deadline: number;
};

export type ToFunction = Invocation | { kind: 'init'; codeFolder: string; handler: string };

export type FromFunction =
  | { kind: 'ready' }
  /** The result as JSON; undefined when the function returned nothing. */
  | { kind: 'result'; result: string | undefined }
  | { kind: 'error'; errorType: string; message: string };
