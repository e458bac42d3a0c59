/** `token` of RFC 9110, section 5.6.2: the form of the names of headers and of cookies. */
export const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

const HOP = 'belongs to one hop of the connection and cannot be set';
const FRAMING = 'describes the content of the message, which the browser decides';
const NEGOTIATED = 'is set by the browser for each request';
const FROM_PAGE = 'says where a request comes from, which only the browser may say';

/**
 * Names of headers that a site's credentials cannot set, in lower case, each with why not or what to use instead.
 * Source: RFC 9110, sections 7.2 and 7.6.1, and https://fetch.spec.whatwg.org/#forbidden-request-header
 */
const refusedNames: Readonly<Record<string, string>> = {
  host: 'names the server that a request goes to and cannot be set',
  connection: HOP,
  'keep-alive': HOP,
  te: HOP,
  trailer: HOP,
  'transfer-encoding': HOP,
  upgrade: HOP,
  http2: HOP,
  'http2-settings': HOP,
  via: HOP,
  expect: HOP,
  'max-forwards': HOP,
  'content-length': FRAMING,
  'content-type': FRAMING,
  'content-encoding': FRAMING,
  date: FRAMING,
  accept: NEGOTIATED,
  'accept-charset': NEGOTIATED,
  'accept-encoding': NEGOTIATED,
  'cache-control': NEGOTIATED,
  pragma: NEGOTIATED,
  range: NEGOTIATED,
  dnt: NEGOTIATED,
  'upgrade-insecure-requests': NEGOTIATED,
  'accept-language': 'is set by the locale of a scan; use locale in its config',
  'user-agent': "is the service's own; use userAgentSuffix in the config of a scan",
  origin: FROM_PAGE,
  referer: FROM_PAGE,
  cookie: 'cannot be set as a header; use cookies',
  cookie2: 'cannot be set as a header; use cookies',
  'set-cookie': 'is a header of answers; use cookies',
  'set-cookie2': 'is a header of answers; use cookies',
};

const refusedStarts: Readonly<Record<string, string>> = {
  'proxy-': 'is for proxies, not for the site, and cannot be set',
  'sec-': 'belongs to the browser and cannot be set',
  'if-': NEGOTIATED,
  'access-control-': 'belongs to the browser and cannot be set',
};

/** Why credentials cannot set a header of this name, or null when they can. */
export function getHeaderRefusal(name: string): string | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(refusedNames, lower)) return refusedNames[lower] ?? null;
  const start = Object.keys(refusedStarts).find((each) => lower.startsWith(each));
  return start === undefined ? null : (refusedStarts[start] ?? null);
}
