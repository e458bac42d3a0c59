import { classifyFailure, type EgressFailure } from '../egress/failure.ts';

/** Why a request of ours came to nothing, as the rest of a sentence about its URL. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  /** The server answered, but with a redirect that is not followed. */
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
  blocked: 'is at an address that may not be opened',
  limit: 'is longer than may be read',
  dns: 'has a host name that could not be resolved',
  refused: 'could not be connected to',
  unreachable: 'could not be reached, or closed the connection',
  timeout: 'took too long to answer',
  silent: 'accepted the connection and then did not answer in time',
  empty: 'closed the connection without an answer',
  invalid: 'did not answer in HTTP',
};

/** An error of a request as the rest of a sentence about its URL. */
export function describeFetchError(error: unknown): string {
  if (error instanceof FetchFault) return error.message;
  if (codeOf(error).startsWith('Z_')) return 'is not whole or not gzip throughout';
  return sentences[classifyFailure(error)];
}

/** An error of node:tls; those of the connection beneath it stay what they are. */
export function toTlsFault(error: Error): Error {
  const code = codeOf(error);
  if (/^E[A-Z]+$/.test(code)) return error;
  return new FetchFault(`could not be opened over TLS (${code || 'no reason given'})`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
