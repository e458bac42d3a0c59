import { normalizePercentEncoding } from '../../core/crawl/percent-encoding.ts';

/** A percent sign that begins no octet. */
const STRAY = /%(?![\dA-Fa-f]{2})/g;

/**
 * The address of a page as RFC 3986 has it, for formats that ask for that: what browsers leave as it is in
 * URLs (`|`, `{`, `[`) is percent-encoded. What is no http or https address becomes a relative path, which
 * leads nowhere.
 */
export function toUri(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return toRelativeUri(url);
  const { origin, pathname, search, hash } = parsed;
  const inner = (part: string) => normalizePercentEncoding(part.replace(STRAY, '%25'));
  return origin + inner(pathname) + inner(search) + inner(hash).replace(/(?<=.)#/g, '%23');
}

/** A path within a repository as a relative URI: all but `/` and plain characters is percent-encoded. */
export function toRelativeUri(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, octetOf))
    .join('/');
}

function octetOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
