import { isTrackingParameter } from '../crawl/page-address.ts';
import { normalizePercentEncoding } from '../crawl/percent-encoding.ts';
import { removeTrailing } from '../text/remove-trailing.ts';
import { isRandom } from './generated-name.ts';

/** Parameters that only prevent caching of a file. */
const CACHE_BUSTERS =
  /^(v|ver|version|rev|revision|_|cb|t|ts|time|timestamp|bust|buster|cache|cachebust(er)?|nocache|no_cache|rnd|rand|random|build|hash|dpl|etag|mtime|modified)$/i;
/** Parameters that carry a session from page to page. */
const SESSIONS = /^(phpsessid|jsessionid|sid|sessionid|session_id|aspsessionid\w*|nonce|csrf\w*|token)$/i;
/** Folders that change with each build: `version1700000000`, or a hash after the folder of built files. */
const BUILT_FOLDER = /^v(?:er|ersion)?[-_]?\d{6,}$/i;
const BUILT_IN = /^(?:static|assets?|build|dist|bundles?|cache|public|_next|_nuxt|_astro)$/i;

/**
 * Returns the URL of an attribute normalized for comparisons across origins and builds: path, sorted query without
 * tracking and session parameters, and fragment. A URL with a scheme other than http and https does not change.
 * @param base the base URL of a relative URL
 * @param isFile whether it is a file that the page loads, so that hashes in its name and versions in its query are
 * ignored
 */
export function normalizeAddress(value: string, base: string, isFile: boolean): string {
  const text = value.trim();
  // A fragment refers to the page itself. If resolved, it would differ from page to page.
  if (text === '' || text.startsWith('#')) return text;
  const url = URL.parse(text, base) ?? URL.parse(text);
  if (url === null) return text;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return text;
  const path = removeTrailing(url.pathname.replace(/;jsessionid=[^/;]*/i, ''), '/') || '/';
  const dropped = (name: string) =>
    isTrackingParameter(name) || SESSIONS.test(name) || (isFile && CACHE_BUSTERS.test(name));
  const query = sortQuery(
    url.search
      .slice(1)
      .split('&')
      .filter((parameter) => !dropped(normalizePercentEncoding(parameter.split('=', 1)[0] ?? ''))),
  );
  const shown = normalizePercentEncoding(isFile ? removeHashes(path) : path);
  return `${shown}${query === '' ? '' : `?${normalizePercentEncoding(query)}`}${normalizePercentEncoding(url.hash)}`;
}

/** Minimum and maximum length of a hash in a file name. */
const HASH_MIN = 8;
const HASH_MAX = 64;
/** A timestamp after a name. Other numbers are more likely those of products or photographs. */
const UNIX_TIME = /^1[5-9]\d{8}(?:\d{3})?$/;

/** Returns the path of a file without the hashes of a build. A name that consists only of a hash does not change. */
function removeHashes(path: string): string {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const folders = parts.map((part, index) =>
    BUILT_FOLDER.test(part) || (BUILT_IN.test(parts[index - 1] ?? '') && isHash(part)) ? '*' : part,
  );
  return [...folders, removeHash(name)].join('/');
}

function removeHash(name: string): string {
  const [stem = '', ...extensions] = name.split(/(?=\.)/);
  // In `app.3f2a9c1e.js` the hash is the second-to-last extension.
  const kept = extensions.filter((each, index) => index === extensions.length - 1 || !isHash(each.slice(1)));
  const hash = findHashEnding(stem);
  const isBuilt = hash !== '' && isHash(hash) && (UNIX_TIME.test(hash) || !/^\d+$/.test(hash));
  const bare = extensions.length > 0 && isBuilt ? stem.slice(0, -hash.length - 1) : stem;
  return bare + kept.join('');
}

/** Returns the longest ending of a name that may be a hash, after a word and a separator; '' if not found. */
function findHashEnding(stem: string): string {
  const ends = Array.from(
    { length: HASH_MAX - HASH_MIN + 1 },
    (_, shorter) => stem.length - HASH_MAX + shorter,
  );
  const start = ends.find(
    (at) =>
      /[-_.]/.test(stem.charAt(at - 1)) &&
      /^[\w-]+$/.test(stem.slice(at)) &&
      /\p{L}{2}/u.test(stem.slice(0, at - 1)),
  );
  return start === undefined ? '' : stem.slice(start);
}

/**
 * True if a part of a file name looks like a hash: hexadecimal digits, or eight or more characters of base 62 or 64.
 */
function isHash(part: string): boolean {
  if (/^(?=.*\d)[0-9a-f]{6,64}$/i.test(part)) return true;
  if (!/^[\w-]{8,64}$/.test(part)) return false;
  return isRandom(part.replaceAll('-', '')) || /^(?=.*[a-z][A-Z])[A-Za-z0-9_-]{8}$/.test(part);
}

/**
 * Returns a query with its parameters sorted by name. Parameters with the same name keep their order, which may matter.
 */
export function sortQuery(parameters: readonly string[]): string {
  const getName = (parameter: string) => parameter.split('=', 1)[0] ?? '';
  return parameters
    .filter((parameter) => parameter !== '')
    .toSorted((a, b) => (getName(a) < getName(b) ? -1 : getName(a) > getName(b) ? 1 : 0))
    .join('&');
}
