import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { removeTrailing } from '../text/remove-trailing.ts';
import { normalizePercentEncoding } from './percent-encoding.ts';
import { compileWildcards, isWildcardMatch, type Wildcards } from './wildcards.ts';

/** Maximum number of characters of a percent-encoded glob. */
export const GLOB_LENGTH_MAX = 300;

const ORIGIN = /^(https?):\/\/([^/]*)(?=\/|$)/i;
const WRONG_START =
  'must begin with / such as /blog/**, or with an origin such as https://www.example.com/blog/**';

/**
 * Returns why a text is not a valid glob for URLs, or null if it is valid. A glob that begins with `/` is matched
 * against path and query, one that begins with http:// or https:// against the whole URL. `*` matches any characters
 * except `/`, `**` any characters, `?` one character except `/`; every other character matches itself. `[ ] { }`, which
 * are alternatives in other glob syntaxes, are refused in a path.
 */
export function findGlobFault(text: string): string | null {
  if (!isPlainText(text)) return NOT_PLAIN;
  const origin = ORIGIN.exec(text);
  if (!text.startsWith('/') && !origin) return WRONG_START;
  if (origin && readHost(origin[1] ?? '', origin[2] ?? '') === null) {
    return `must have a valid host after ${origin[1]}://, without user name or password; one with wildcards in lower-case ASCII`;
  }
  const rest = text.slice(origin?.[0].length ?? 0);
  if (origin && rest === '') return 'must have a path after the host; /** stands for every path';
  // Encoded dots are such segments too.
  if (/\/\.{1,2}(?=\/|$)/.test(normalizePercentEncoding(rest))) {
    return 'must not have the segments . and .., because URLs never contain them';
  }
  // Only up to the query, because names of parameters may contain brackets.
  const bracket = /^[^?#]*?([[\]{}])/.exec(rest)?.[1];
  if (bracket) {
    return `must not have ${bracket} in a path, where it has no meaning: write one glob for each alternative, or ${encodeURIComponent(bracket)} for the character itself`;
  }
  const { length } = normalizePercentEncoding(text);
  return length > GLOB_LENGTH_MAX
    ? `must be at most ${GLOB_LENGTH_MAX} characters once percent-encoded; it is ${length}`
    : null;
}

/** True if a glob matches an http or https URL. For more than one URL, `createUrlFilter` is faster. */
export function isGlobMatch(glob: string, url: string): boolean {
  return isMatch(compileGlob(glob), listUrlVariants(url));
}

/**
 * Returns a function that is true for URLs that may be chosen: they match one of `includeUrls`, if it is not empty, and
 * do not match any of `excludeUrls`. Invalid globs match no URL.
 */
export function createUrlFilter(settings: {
  includeUrls: readonly string[];
  excludeUrls: readonly string[];
}): (url: string) => boolean {
  const included = settings.includeUrls.map(compileGlob);
  const excluded = settings.excludeUrls.map(compileGlob);
  return (url) => {
    const variants = listUrlVariants(url);
    if (included.length > 0 && !included.some((glob) => isMatch(glob, variants))) return false;
    return !excluded.some((glob) => isMatch(glob, variants));
  };
}

interface Glob {
  of: keyof UrlVariants;
  pattern: Wildcards;
}

/** The texts that globs are matched against: with and without a trailing slash, because both are the same page. */
interface UrlVariants {
  path: string[];
  whole: string[];
}

function compileGlob(text: string): Glob {
  const origin = ORIGIN.exec(text);
  if (!origin) return { of: 'path', pattern: compileWildcards(normalizePercentEncoding(text)) };
  const [before, scheme = '', host = ''] = origin;
  const normalized = `${scheme.toLowerCase()}://${readHost(scheme, host) ?? host}`;
  return {
    of: 'whole',
    pattern: compileWildcards(normalized + normalizePercentEncoding(text.slice(before.length))),
  };
}

function isMatch({ of, pattern }: Glob, variants: UrlVariants): boolean {
  return variants[of].some((variant) => isWildcardMatch(pattern, variant));
}

/** Maximum number of variants of one URL that each glob is matched against. */
export const URL_VARIANTS_MAX = 4;

function listUrlVariants(text: string): UrlVariants {
  const { origin, pathname, search, hash } = new URL(text);
  const bare = removeTrailing(pathname, '/');
  const paths = bare === '' ? ['/'] : [bare, `${bare}/`];
  const route = removeTrailing(hash, '/');
  const routes = route === '' ? [''] : [route, `${route}/`];
  const path = paths.flatMap((each) => routes.map((end) => normalizePercentEncoding(each + search + end)));
  return { path, whole: path.map((each) => origin + each) };
}

/** Returns the host of a glob as `URL` normalizes hosts, or null if it is not a valid host. */
function readHost(scheme: string, host: string): string | null {
  // A host with wildcards cannot be parsed, so it cannot have letters that are not ASCII.
  if (/[*?]/.test(host)) return /^[a-z0-9.:*?-]+$/.test(host) && !host.includes('**') ? host : null;
  const url = URL.parse(`${scheme}://${host}/`);
  return url === null || host.includes('@') || url.pathname !== '/' || url.search + url.hash !== ''
    ? null
    : url.host;
}

/** A glob for URLs in the input of a caller; see `findGlobFault`. */
export const globSchema = z
  .string()
  .max(GLOB_LENGTH_MAX, { abort: true })
  .superRefine((text, context) => {
    const message = findGlobFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
