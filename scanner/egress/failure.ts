/** Why the proxy could not bring a request to its server. */
export type EgressFailure =
  | 'blocked' // the policy refuses the host, address or port
  | 'limit' // the page has moved as much as one page may
  | 'dns' // the name has no address
  | 'refused' // nothing listens
  | 'unreachable' // no route, reset while connecting
  | 'timeout' // no connection within the limit
  | 'silent' // connected, and nothing moved within the limit
  | 'empty' // connected, then closed without an answer
  | 'invalid'; // the answer is not HTTP

const byCode: Record<string, EgressFailure> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  EBADNAME: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
};

/** Carries the kind of a failure from where it is seen to where the connection is given up. */
export class EgressError extends Error {
  override name = 'EgressError';
  readonly kind: EgressFailure;
  /** What the host resolved to, where it was refused for that. */
  readonly addresses: readonly string[];

  constructor(
    kind: EgressFailure,
    message: string,
    { addresses = [] }: { addresses?: readonly string[] } = {},
  ) {
    super(message);
    this.kind = kind;
    this.addresses = addresses;
  }
}

/** Sorts an error of node:dns, node:net or node:http into a kind of failure. */
export function classifyFailure(error: unknown): EgressFailure {
  if (error instanceof EgressError) return error.kind;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('HPE_')) return 'invalid';
  if (code === 'ECONNRESET' && error instanceof Error && error.message === 'socket hang up') return 'empty';
  return byCode[code] ?? 'unreachable';
}
