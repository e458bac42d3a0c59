import { normalizePercentEncoding } from '../../core/crawl/percent-encoding.ts';

/** A percent sign that is not followed by two hexadecimal digits. */
const STRAY = /%(?![\dA-Fa-f]{2})/g;

/**
 * Returns a page's URL as RFC 3986 defines it, for formats that require that: characters that browsers leave
 * unencoded in URLs (`|`, `{`, `[`) are percent-encoded. Text that is not an http or https URL becomes a relative
 * path, which leads nowhere.
 */
export function toUri(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return toRelativeUri(url);
  const { origin, pathname, search, hash } = parsed;
  const inner = (part: string) => normalizePercentEncoding(part.replace(STRAY, '%25'));
  return origin + inner(pathname) + inner(search) + inner(hash).replace(/(?<=.)#/g, '%23');
}

/** Returns a path in a repository as a relative URI: all except `/` and unreserved characters is percent-encoded. */
export function toRelativeUri(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, encodePercent))
    .join('/');
}

function encodePercent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
