/** `token` of RFC 9110, section 5.6.2: the syntax of header and cookie names. */
export const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

const HOP_BY_HOP = 'is valid only for one hop of the connection and cannot be set';
const FRAMING = 'describes the content of the message and is set by the browser';
const NEGOTIATED = 'is set by the browser for each request';
const FROM_PAGE = 'states the origin of a request and is set by the browser';

/**
 * Header names, in lower case, that a site's credentials cannot set, with the reason or the alternative. Source: RFC
 * 9110, sections 7.2 and 7.6.1, and https://fetch.spec.whatwg.org/#forbidden-request-header
 */
const refusedNames: Readonly<Record<string, string>> = {
  host: 'names the server that a request goes to and cannot be set',
  connection: HOP_BY_HOP,
  'keep-alive': HOP_BY_HOP,
  te: HOP_BY_HOP,
  trailer: HOP_BY_HOP,
  'transfer-encoding': HOP_BY_HOP,
  upgrade: HOP_BY_HOP,
  http2: HOP_BY_HOP,
  'http2-settings': HOP_BY_HOP,
  via: HOP_BY_HOP,
  expect: HOP_BY_HOP,
  'max-forwards': HOP_BY_HOP,
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
  'accept-language': 'is set by the locale of a scan; use locale in the config of a scan',
  'user-agent': 'is set by the service; use userAgentSuffix in the config of a scan',
  origin: FROM_PAGE,
  referer: FROM_PAGE,
  cookie: 'cannot be set as a header; use cookies',
  cookie2: 'cannot be set as a header; use cookies',
  'set-cookie': 'is a response header; use cookies',
  'set-cookie2': 'is a response header; use cookies',
};

const refusedStarts: Readonly<Record<string, string>> = {
  'proxy-': 'is for proxies, not for the site, and cannot be set',
  'sec-': 'belongs to the browser and cannot be set',
  'if-': NEGOTIATED,
  'access-control-': 'belongs to the browser and cannot be set',
};

/** Returns why credentials cannot set a header with this name, or null if they can. */
export function getHeaderRefusal(name: string): string | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(refusedNames, lower)) return refusedNames[lower] ?? null;
  const start = Object.keys(refusedStarts).find((each) => lower.startsWith(each));
  return start === undefined ? null : (refusedStarts[start] ?? null);
}
