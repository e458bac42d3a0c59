import { ConnectionError, type ConnectionFault } from './errors.ts';

/** Error codes of Node.js (network, TLS, zlib) and of undici, grouped by their meaning for the caller. */
const kinds: readonly [RegExp, ConnectionFault][] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'clock'],
  [/^EPROTO$|^(?:ERR_(?:TLS|SSL)_|CERT_)|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/, 'tls'],
  [/^(?:HPE_\w+|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)$/, 'not-the-api'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_\w+)$/, 'cut-off'],
];

const NEEDS_PROXY = 'If the network is behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.';

/** A connection error, and whether the server may have received the request. */
export interface Fault {
  error: ConnectionError;
  sent: boolean;
}

/**
 * Converts an error of `fetch`, or of its response body, to a fault.
 * @param url requested URL; the message has only its origin, because the rest of a link gives access to its target
 */
export function toFault(error: unknown, url: string): Fault {
  const codes = collectCodes(error);
  const [kind, code] = findKind(codes);
  return {
    error: new ConnectionError(kind, formatMessage(kind, new URL(url), code)),
    sent: kind !== 'dns' && kind !== 'refused' && code !== 'UND_ERR_CONNECT_TIMEOUT',
  };
}

/** Returns the fault for a server that sent nothing within the timeout. */
export function createTimeoutFault(url: string, timeoutMs: number): Fault {
  const { origin } = new URL(url);
  const message = `${origin} did not respond for ${timeoutMs / 1_000} s. It may be overloaded, or a proxy or firewall may block the connection. Try again later.`;
  return { error: new ConnectionError('timeout', message), sent: true };
}

/** Returns the error for an answer that ended too early. */
export function createCutOffError(url: string): ConnectionError {
  return new ConnectionError('cut-off', formatMessage('cut-off', new URL(url), undefined));
}

function findKind(codes: readonly string[]): [ConnectionFault, string | undefined] {
  for (const code of codes) {
    const found = kinds.find(([pattern]) => pattern.test(code));
    if (found) return [found[1], code];
  }
  return ['other', codes[0]];
}

/** Returns the codes of an error, of its causes, and of the errors for the single addresses of a host. */
function collectCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as { code?: unknown };
  // undici sets no code for some errors.
  const name = error.name === 'HTTPParserError' ? error.name : undefined;
  const inner = error instanceof AggregateError ? error.errors : [];
  return [
    ...[code, name].filter((each) => typeof each === 'string'),
    ...[error.cause, ...inner].flatMap((each) => collectCodes(each, depth + 1)),
  ];
}

function formatMessage(
  kind: ConnectionFault,
  { origin, host, hostname }: URL,
  code: string | undefined,
): string {
  const because = code === undefined ? '' : ` (${code})`;
  switch (kind) {
    case 'dns':
      return `The host ${hostname} cannot be found${because}. Check the spelling of the URL, and whether this machine has a network and can resolve names. ${NEEDS_PROXY}`;
    case 'refused':
      return `Nothing accepts connections at ${host}${because}. Check host and port of the URL, and whether the service runs there.`;
    case 'timeout':
      return `No connection to ${host} in time${because}. A firewall may be in the way. ${NEEDS_PROXY}`;
    case 'clock':
      return `By this machine's clock, ${new Date().toISOString()}, the certificate of ${host} ${code === 'CERT_NOT_YET_VALID' ? 'is not valid yet' : 'has expired'}. If the clock is wrong, correct it. If it is right, the operator of ${hostname} must renew the certificate.`;
    case 'tls':
      return `The certificate or encryption of ${host} cannot be trusted${because}. If a proxy or your own certificate authority signs it, set NODE_EXTRA_CA_CERTS to its certificate.`;
    case 'cut-off':
      return `The connection to ${host} was lost before the response was complete${because}. Try again. If it happens again, a proxy or firewall may close connections.`;
    case 'not-the-api':
      return `The server at ${origin} did not respond with the HTTP of the service${because}. Check the URL.`;
    default:
      return `No response from ${host}${because}. Check the network and the URL. ${NEEDS_PROXY}`;
  }
}
