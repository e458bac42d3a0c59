/** Maximum length of a return path in bytes: it is in a cookie, and the headers of a request are limited. */
const PATH_BYTES_MAX = 512;

/** Control characters, spaces, and the backslash, which browsers treat as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a path
const FORBIDDEN = /[\u0000-\u0020\u007f\\]/;

/**
 * Returns the path, with query and fragment, of the page of the dashboard to which a sign-in returns; `/` if the text
 * is not the path of one. So a link cannot make the service redirect to another site, or to a response of the API.
 */
export function parseReturnPath(text: string | undefined): string {
  if (text === undefined || !text.startsWith('/') || FORBIDDEN.test(text)) return '/';
  if (new TextEncoder().encode(text).length > PATH_BYTES_MAX) return '/';
  const base = 'https://dashboard.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined || url.origin !== base) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') || /^\/api(?:\/|$)/i.test(decodePath(url.pathname)) ? '/' : path;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/api';
  }
}
