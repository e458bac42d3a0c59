/** Why the proxy could not forward a request to its server. */
export type EgressFailure =
  | 'blocked' // the policy refuses the host, address or port
  | 'limit' // the page reached a traffic limit
  | 'dns' // the name does not resolve
  | 'refused' // nothing listens on the port
  | 'unreachable' // no route, reset while connecting
  | 'timeout' // no connection within the limit
  | 'silent' // connected, then no traffic within the limit
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

/** An error with its kind of failure. */
export class EgressError extends Error {
  override name = 'EgressError';
  readonly kind: EgressFailure;
  /** The addresses of the host, if they are the reason for the refusal. */
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

/** Returns the kind of failure of an error of node:dns, node:net or node:http. */
export function classifyFailure(error: unknown): EgressFailure {
  if (error instanceof EgressError) return error.kind;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('HPE_')) return 'invalid';
  if (code === 'ECONNRESET' && error instanceof Error && error.message === 'socket hang up') return 'empty';
  return byCode[code] ?? 'unreachable';
}
