import { classifyFailure, type EgressFailure } from '../egress/failure.ts';

/** Why a request of the scanner failed. The message is the rest of a sentence that begins with the URL. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  /** True if the server answered with a redirect that the scanner does not follow. */
  readonly redirected: boolean;

  constructor(
    message: string,
    { redirected = false, cause }: { redirected?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.redirected = redirected;
  }
}

const sentences: Record<EgressFailure, string> = {
  blocked: 'is at an address that scans may not open',
  limit: 'is longer than the limit',
  dns: 'has a host name that could not be resolved',
  refused: 'could not be opened: the server refused the connection',
  unreachable: 'could not be reached, or closed the connection',
  timeout: 'took too long to answer',
  silent: 'accepted the connection and then did not answer in time',
  empty: 'closed the connection without an answer',
  invalid: 'did not answer in HTTP',
};

/** Returns a description of an error: the rest of a sentence that begins with the URL. */
export function describeFetchError(error: unknown): string {
  if (error instanceof FetchFault) return error.message;
  if (getCode(error).startsWith('Z_')) return 'is truncated or not valid gzip';
  return sentences[classifyFailure(error)];
}

/** Converts an error of node:tls to a `FetchFault`. Returns errors of the underlying connection unchanged. */
export function toTlsFault(error: Error): Error {
  const code = getCode(error);
  if (/^E[A-Z]+$/.test(code)) return error;
  return new FetchFault(`could not be opened over TLS (${code || 'no reason given'})`, { cause: error });
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
