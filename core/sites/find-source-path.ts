import { hash } from 'node:crypto';
import { decodePercentEncoding } from '../crawl/percent-encoding.ts';
import { isGlobMatch } from '../crawl/url-glob.ts';
import { removeTrailing } from '../text/remove-trailing.ts';
import type { SourcePaths } from './source-paths.ts';

/** Maximum length of a path that is derived from a URL. A longer path is cut and gets a digest that keeps it unique. */
const PATH_LENGTH_MAX = 400;
const DIGEST_LENGTH = 8;
/** Characters that could escape from a folder, or have an effect where the path is shown. */
const UNSAFE = /[^\p{L}\p{N} !$&'()+,;=@._~-]+/gu;

/**
 * Returns the source file of a page: the path of the first mapping that matches its URL. Without a match, the path is
 * derived from the URL's path, with `index.html` for a URL without a file extension. It is always a relative path with
 * `/` between its segments, without `.` or `..` segments, and not percent-encoded.
 */
export function findSourcePath(paths: SourcePaths, url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'index.html';
  return paths.find((each) => isGlobMatch(each.url, url))?.path ?? limitLength(derivePath(parsed));
}

function derivePath({ pathname }: URL): string {
  const segments = pathname
    .split('/')
    .map(sanitizeSegment)
    .filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const isFile = /.\.[a-z\d]{1,5}$/i.test(last) && !pathname.endsWith('/');
  return (isFile ? segments : [...segments, 'index.html']).join('/');
}

function sanitizeSegment(encoded: string): string {
  return decodePercentEncoding(encoded)
    .normalize('NFC')
    .replace(UNSAFE, '-')
    .replace(/^[ .-]+/, '')
    .trimEnd();
}

function limitLength(path: string): string {
  if (path.length <= PATH_LENGTH_MAX) return path;
  const beginning = removeTrailing(
    path.slice(0, PATH_LENGTH_MAX - DIGEST_LENGTH - 1).toWellFormed(),
    '/.\ufffd',
  );
  return `${beginning}-${hash('sha256', path, 'hex').slice(0, DIGEST_LENGTH)}`;
}
