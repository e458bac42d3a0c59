import { isTrackingParameter } from '../crawl/page-address.ts';
import { normalizePercentEncoding } from '../crawl/percent-encoding.ts';
import { isRandom } from './generated-name.ts';
import { sortQuery } from './sort-query.ts';

/** Parameters that only make browsers fetch a file anew. */
const CACHE_BUSTERS =
  /^(v|ver|version|rev|revision|_|cb|t|ts|time|timestamp|bust|buster|cache|cachebust(er)?|nocache|no_cache|rnd|rand|random|build|hash|dpl|etag|mtime|modified)$/i;
/** Parameters that carry a session from page to page. */
const SESSIONS = /^(phpsessid|jsessionid|sid|sessionid|session_id|aspsessionid\w*|nonce|csrf\w*|token)$/i;
/** Folders that are made anew with each build: `version1700000000`, or a hash behind the folder of built files. */
const BUILT_FOLDER = /^v(?:er|ersion)?[-_]?\d{6,}$/i;
const BUILT_IN = /^(?:static|assets?|build|dist|bundles?|cache|public|_next|_nuxt|_astro)$/i;

/**
 * A URL in an attribute, by what it leads to and not where the site is served: path and query, the latter without what
 * says where visitors came from, sorted. Of other schemes than http and https the scheme is kept, the rest as it is.
 * @param base what a relative URL is relative to
 * @param isFile whether it is fetched with the page, so that hashes in file names and versions in queries mean nothing
 */
export function normalizeAddress(value: string, base: string, isFile: boolean): string {
  const text = value.trim();
  // A part of the page itself: resolved, it would differ from page to page.
  if (text === '' || text.startsWith('#')) return text;
  const url = URL.parse(text, base) ?? URL.parse(text);
  if (url === null) return text;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return text;
  const path = url.pathname.replace(/;jsessionid=[^/;]*/i, '').replace(/(?<=.)\/+$/, '');
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

/** Characters of a hash in a file name. */
const HASH_MIN = 8;
const HASH_MAX = 64;
/** Behind a name, other numbers are rather those of products and photographs. */
const UNIX_TIME = /^1[5-9]\d{8}(?:\d{3})?$/;

/** The path of a file without what a build wrote into it; a name that is nothing but a hash is its name. */
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
  // `app.3f2a9c1e.js` has it as an extension before the last.
  const kept = extensions.filter((each, index) => index === extensions.length - 1 || !isHash(each.slice(1)));
  const hash = findHashEnding(stem);
  const isBuilt = hash !== '' && isHash(hash) && (UNIX_TIME.test(hash) || !/^\d+$/.test(hash));
  const bare = extensions.length > 0 && isBuilt ? stem.slice(0, -hash.length - 1) : stem;
  return bare + kept.join('');
}

/** The longest end of a name that may be a hash, behind a separator and something that is a word; '' for none. */
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

/** Whether a part of a file name is what builds write: hexadecimal digits, or eight or more of base 62 or 64. */
function isHash(part: string): boolean {
  if (/^(?=.*\d)[0-9a-f]{6,64}$/i.test(part)) return true;
  if (!/^[\w-]{8,64}$/.test(part)) return false;
  return isRandom(part.replaceAll('-', '')) || /^(?=.*[a-z][A-Z])[A-Za-z0-9_-]{8}$/.test(part);
}
