import { hash } from 'node:crypto';
import { decodePercentEncoding } from '../crawl/percent-encoding.ts';
import { isGlobMatch } from '../crawl/url-glob.ts';
import type { SourcePaths } from './source-paths.ts';

/** Characters of a path made of an address; a longer one is cut, with a digest that keeps it apart. */
const PATH_LENGTH_MAX = 400;
const DIGEST_LENGTH = 8;
/** What could lead out of a path, or do something where it is shown. */
const UNFIT = /[^\p{L}\p{N} !$&'()+,;=@._~-]+/gu;

/**
 * The source file that a page is made from: the path of the first mapping that fits its URL, else one made of
 * the URL's path, `index.html` for what has no extension. Always a relative path with `/` between its
 * segments, never one with `.` or `..`; not percent-encoded.
 */
export function findSourcePath(paths: SourcePaths, url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'index.html';
  return paths.find((each) => isGlobMatch(each.url, url))?.path ?? bounded(pathOf(parsed));
}

function pathOf({ pathname }: URL): string {
  const segments = pathname
    .split('/')
    .map(segmentOf)
    .filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const isFile = /.\.[a-z\d]{1,5}$/i.test(last) && !pathname.endsWith('/');
  return (isFile ? segments : [...segments, 'index.html']).join('/');
}

function segmentOf(encoded: string): string {
  return decodePercentEncoding(encoded)
    .normalize('NFC')
    .replace(UNFIT, '-')
    .replace(/^[ .-]+/, '')
    .trimEnd();
}

function bounded(path: string): string {
  if (path.length <= PATH_LENGTH_MAX) return path;
  const kept = path
    .slice(0, PATH_LENGTH_MAX - DIGEST_LENGTH - 1)
    .toWellFormed()
    .replace(/[/.\ufffd]+$/, '');
  return `${kept}-${hash('sha256', path, 'hex').slice(0, DIGEST_LENGTH)}`;
}
