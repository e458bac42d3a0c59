/** Messages between the runtime and the process that runs a function. */

export type Invocation = {
  kind: 'invoke';
  requestId: string;
  /** The event as JSON. */
  event: string;
  /** The SDK sends it with each request to AWS. */
  traceHeader: string;
  functionName: string;
  functionArn: string;
  memoryMegabytes: number;
  /** The tenant that the execution environment belongs to, if tenants are isolated. */
  tenantId: string | undefined;
  /** When the invocation is ended, in milliseconds since the epoch. */
  deadline: number;
};

export type Init = {
  kind: 'init';
  codeFolder: string;
  handler: string;
  /** Folder of compiled code, shared by all environments. */
  compileCache: string;
};

export type ToFunction = Invocation | Init;

export type FromFunction =
  | { kind: 'ready' }
  /** A part of a response that the function streams. The result is undefined then. */
  | { kind: 'bytes'; bytes: Uint8Array }
  /** The result as JSON; undefined if the function returned nothing. */
  | { kind: 'result'; result: string | undefined }
  | { kind: 'error'; errorType: string; message: string };
