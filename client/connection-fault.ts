import { ConnectionError, type ConnectionFault } from './errors.ts';

/** Codes of Node's network, TLS and zlib, and of undici, by what they mean to a caller. */
const kinds: readonly [RegExp, ConnectionFault][] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'clock'],
  [/^(?:EPROTO|ERR_(?:TLS|SSL)_\w+|CERT_\w+|\w*(?:SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)\w*)$/, 'tls'],
  [/^(?:HPE_\w+|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/, 'not-the-api'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_\w+)$/, 'cut-off'],
];

const NEEDS_PROXY = 'Where a proxy leads to the network, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.';

/** A fault of a connection, and whether the request can have reached the other side. */
export interface Fault {
  error: ConnectionError;
  sent: boolean;
}

/**
 * What `fetch`, or the body that it gave, failed at.
 * @param url where to; only its origin is told, for the rest of a link opens what it leads to
 */
export function toFault(error: unknown, url: string): Fault {
  const codes = codesOf(error);
  const [kind, code] = kindOf(codes);
  return {
    error: new ConnectionError(kind, messageOf(kind, new URL(url), code)),
    sent: kind !== 'dns' && kind !== 'refused' && code !== 'UND_ERR_CONNECT_TIMEOUT',
  };
}

/** Nothing came in time. */
export function createTimeoutFault(url: string, timeoutMs: number): Fault {
  const { origin } = new URL(url);
  const message = `${origin} did not answer for ${timeoutMs / 1_000} s. It may be overloaded, or something on the way holds the connection; try again later.`;
  return { error: new ConnectionError('timeout', message), sent: true };
}

/** The answer ended before it was whole. */
export function createCutOffError(url: string): ConnectionError {
  return new ConnectionError('cut-off', messageOf('cut-off', new URL(url), undefined));
}

function kindOf(codes: readonly string[]): [ConnectionFault, string | undefined] {
  for (const code of codes) {
    const found = kinds.find(([pattern]) => pattern.test(code));
    if (found) return [found[1], code];
  }
  return ['other', codes[0]];
}

/** The codes of an error, of its causes, and of those that were gathered from several addresses of a host. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as { code?: unknown };
  // Of some faults undici tells no code.
  const name = error.name === 'HTTPParserError' ? error.name : undefined;
  const inner = error instanceof AggregateError ? error.errors : [];
  return [
    ...[code, name].filter((each) => typeof each === 'string'),
    ...[error.cause, ...inner].flatMap((each) => codesOf(each, depth + 1)),
  ];
}

function messageOf(kind: ConnectionFault, { origin, host, hostname }: URL, code: string | undefined): string {
  const because = code === undefined ? '' : ` (${code})`;
  switch (kind) {
    case 'dns':
      return `The host ${hostname} cannot be found${because}. Check the spelling of the URL, and whether this machine has a network and may look names up. ${NEEDS_PROXY}`;
    case 'refused':
      return `Nothing accepts connections at ${host}${because}. Check host and port of the URL, and whether the service runs there.`;
    case 'timeout':
      return `No connection to ${host} in time${because}. A firewall may be in the way. ${NEEDS_PROXY}`;
    case 'clock':
      return `By this machine's clock, ${new Date().toISOString()}, the certificate of ${host} ${code === 'CERT_NOT_YET_VALID' ? 'is not valid yet' : 'has expired'}. If the clock is wrong, set it right; if it is right, the certificate must be renewed by who runs ${hostname}.`;
    case 'tls':
      return `The certificate or encryption of ${host} cannot be trusted${because}. If a proxy or your own certificate authority signs it, name its certificate in NODE_EXTRA_CA_CERTS.`;
    case 'cut-off':
      return `The connection to ${host} broke off before the answer was whole${because}. Try again; if it stays so, something on the way ends connections.`;
    case 'not-the-api':
      return `What answers at ${origin} does not speak HTTP as the service does${because}. Check the URL.`;
    default:
      return `No answer from ${host}${because}. Check the network and the URL. ${NEEDS_PROXY}`;
  }
}
