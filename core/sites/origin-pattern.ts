const WILDCARD = '*.';
const PATTERN = /^(?:(https?):\/\/)?\*\.([^/?#@*\s]+)$/i;

/**
 * Returns why a text is not a valid entry of a site's `origins`, or null if it is valid. An entry is an exact origin
 * (`https://staging.example.com`) or a pattern (`*.preview.example.com`), which matches every host below the name, at
 * any depth, but not the name itself. A pattern may have a scheme and a port. Without a scheme it matches http and
 * https, without a port the scheme's default port.
 */
export function findOriginFault(text: string): string | null {
  if (text.includes('*')) {
    const pattern = parsePattern(text);
    if (!pattern)
      return 'must be a pattern such as *.preview.example.com, with the * as its first label only';
    return pattern.hostname.split('.').length < 2 ? 'must have at least two labels after the *.' : null;
  }
  return parseOrigin(text) === null
    ? 'must be an origin such as https://staging.example.com, or a pattern such as *.preview.example.com'
    : null;
}

/** True if a URL is on an origin that the entry matches. */
export function isOriginMatch(entry: string, url: URL): boolean {
  if (!entry.includes('*')) return parseOrigin(entry) === url.origin;
  const pattern = parsePattern(entry);
  if (!pattern) return false;
  return (
    (pattern.protocol === null || pattern.protocol === url.protocol) &&
    pattern.port === url.port &&
    url.hostname.endsWith(`.${pattern.hostname}`)
  );
}

/** Returns an origin that a valid entry matches. */
export function getExampleOrigin(entry: string): string {
  const pattern = parsePattern(entry);
  if (pattern === null) return entry;
  const { protocol, hostname, port } = pattern;
  return `${protocol ?? 'https:'}//x.${hostname}${port === '' ? '' : `:${port}`}`;
}

function parseOrigin(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const bare =
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  return bare ? url.origin : null;
}

/** Returns the pattern's parts. The host is spelled as `URL` spells hosts (lower case, punycode). */
function parsePattern(text: string): { protocol: string | null; hostname: string; port: string } | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, scheme, host] = match;
  // With a label instead of the wildcard, `URL` validates the rest; an address (`*.0.0.1`) is refused.
  const probe = `${scheme ?? 'https'}://x.${host}`;
  if (!URL.canParse(probe)) return null;
  const url = new URL(probe);
  if (!url.hostname.startsWith('x.') || url.hostname.endsWith('.')) return null;
  return {
    protocol: scheme === undefined ? null : url.protocol,
    hostname: url.hostname.slice(WILDCARD.length),
    port: url.port,
  };
}
