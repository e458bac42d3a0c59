import { normalizePercentEncoding } from '../../core/crawl/percent-encoding.ts';

/** One `Allow` or `Disallow` line, made ready. */
export interface RobotsRule {
  allow: boolean;
  /** Of the pattern, in octets as it is compared: the longest matching pattern decides. */
  length: number;
  /** What stands before the first `*`; every path that the rule is about begins with it. */
  start: string;
  /** What stands between and after the `*`s, in order. */
  pieces: Piece[];
  /** Whether the pattern ends in `$`, and so must match to the end of the path. */
  toEnd: boolean;
}

interface Piece {
  text: string;
  /** For each prefix of `text`, the length of its longest border: the table of Knuth, Morris and Pratt. */
  borders: Uint32Array;
}

/** Makes a pattern of RFC 9309 section 2.2.3 ready: `*` is any characters, `$` at the end is the end of the path. */
export function compileRule(pattern: string, allow: boolean): RobotsRule {
  const toEnd = pattern.endsWith('$');
  const open = toEnd ? pattern.slice(0, -1) : pattern;
  const [start = '', ...rest] = normalizePercentEncoding(open).replaceAll('$', '%24').split('*');
  const length = start.length + rest.reduce((sum, text) => sum + text.length + 1, 0) + (toEnd ? 1 : 0);
  return {
    allow,
    length,
    start,
    pieces: rest.map((text) => ({ text, borders: computeBorders(text) })),
    toEnd,
  };
}

/** Path and query of a URL as rules are held against them; null for what is no URL. */
export function toRobotsPath(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  // `*` and `$` stand for themselves in a path, and a pattern names them by their octets.
  return normalizePercentEncoding(url.pathname + url.search)
    .replaceAll('$', '%24')
    .replaceAll('*', '%2A');
}

/**
 * Whether a rule is about a path. It costs path + pattern steps whatever is in them: taking each piece where it first
 * occurs is enough, and the search for it never goes back. The npm package robots-parser takes path × pattern, two
 * seconds for one URL and a robots.txt made for that.
 */
export function isRuleMatching({ start, pieces, toEnd }: RobotsRule, path: string): boolean {
  if (!path.startsWith(start)) return false;
  const last = pieces.at(-1);
  if (last === undefined) return !toEnd || path.length === start.length;
  let from = start.length;
  for (const piece of toEnd ? pieces.slice(0, -1) : pieces) {
    const at = find(piece, path, from);
    if (at < 0) return false;
    from = at + piece.text.length;
  }
  return !toEnd || (path.length - last.text.length >= from && path.endsWith(last.text));
}

function computeBorders(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index++) {
    while (length > 0 && text[index] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[index] === text[length]) length++;
    borders[index] = length;
  }
  return borders;
}

function find({ text, borders }: Piece, path: string, from: number): number {
  let matched = 0;
  if (text === '') return from;
  for (let index = from; index < path.length; index++) {
    const code = path.charCodeAt(index);
    while (matched > 0 && code !== text.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (code === text.charCodeAt(matched)) matched++;
    if (matched === text.length) return index - matched + 1;
  }
  return -1;
}

interface Prefix {
  text: string;
  rule: RobotsRule;
  /** The longest other prefix that this one begins with. */
  shorter: Prefix | undefined;
}

/**
 * The longest of many rules without wildcards that a path begins with, in steps that grow with the path and the
 * logarithm of their number: a robots.txt has room for 50,000 of them, and every URL is held against all.
 */
export function createPrefixMatcher(rules: readonly RobotsRule[]): (path: string) => RobotsRule | undefined {
  const prefixes = buildPrefixes(rules);
  return (path) => {
    // Of what comes before the path in order, the last begins with every prefix of the path that is among them.
    let [low, high] = [0, prefixes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((prefixes[middle] as Prefix).text <= path) low = middle + 1;
      else high = middle;
    }
    let found = prefixes[low - 1];
    while (found !== undefined && !path.startsWith(found.text)) found = found.shorter;
    return found?.rule;
  };
}

function buildPrefixes(rules: readonly RobotsRule[]): Prefix[] {
  const byText = new Map<string, RobotsRule>();
  for (const rule of rules) if (rule.allow || !byText.has(rule.start)) byText.set(rule.start, rule);
  const prefixes: Prefix[] = [];
  for (const text of [...byText.keys()].sort()) {
    let shorter = prefixes.at(-1);
    while (shorter !== undefined && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    prefixes.push({ text, rule: byText.get(text) as RobotsRule, shorter });
  }
  return prefixes;
}
