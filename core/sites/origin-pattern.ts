const WILDCARD = '*.';
const PATTERN = /^(?:(https?):\/\/)?\*\.([^/?#@*\s]+)$/i;

/**
 * Why a text is not an entry of a site's `origins`, or null when it is one. An entry is an exact origin
 * (`https://staging.example.com`) or a pattern (`*.preview.example.com`), which stands for every host below the
 * name, at any depth, but not for the name itself. A pattern may carry a scheme and a port; without a scheme it
 * stands for http and https, without a port for the scheme's own.
 */
export function findOriginFault(text: string): string | null {
  if (text.includes('*')) {
    const pattern = readPattern(text);
    if (!pattern)
      return 'must be a pattern such as *.preview.example.com, with the * as its first label only';
    return pattern.hostname.split('.').length < 2 ? 'must have at least two labels after the *.' : null;
  }
  return exactOrigin(text) === null
    ? 'must be an origin such as https://staging.example.com, or a pattern such as *.preview.example.com'
    : null;
}

/** Whether a URL is on an origin that the entry stands for. */
export function isOriginMatch(entry: string, url: URL): boolean {
  if (!entry.includes('*')) return exactOrigin(entry) === url.origin;
  const pattern = readPattern(entry);
  if (!pattern) return false;
  return (
    (pattern.protocol === null || pattern.protocol === url.protocol) &&
    pattern.port === url.port &&
    url.hostname.endsWith(`.${pattern.hostname}`)
  );
}

function exactOrigin(text: string): string | null {
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

/** The pattern's parts, its host in the form that `URL` gives hosts (lower case, punycode). */
function readPattern(text: string): { protocol: string | null; hostname: string; port: string } | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, scheme, host] = match;
  // A label in the wildcard's place lets URL check the rest; an address (`*.0.0.1`) does not pass.
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
