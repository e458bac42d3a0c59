import { normalizePercentEncoding } from '../../core/crawl/percent-encoding.ts';

/** One compiled `Allow` or `Disallow` line. */
export interface RobotsRule {
  allow: boolean;
  /** Length of the pattern in octets. The longest matching pattern decides. */
  length: number;
  /** The text before the first `*`. Every path that matches the rule begins with it. */
  start: string;
  /** The texts between and after the `*`s, in order. */
  pieces: Piece[];
  /** True if the pattern ends in `$`, so that it must match to the end of the path. */
  toEnd: boolean;
}

interface Piece {
  text: string;
  /** For each prefix of `text`, the length of its longest border: the table of Knuth, Morris and Pratt. */
  borders: Uint32Array;
}

/**
 * Compiles a pattern of RFC 9309 section 2.2.3: `*` matches any characters, `$` at the end matches the end of the path.
 */
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

/** Returns the path and query of a URL in the encoding that rules are matched against; null if it is not a URL. */
export function toRobotsPath(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  // `*` and `$` in a path are literal characters. A pattern contains them as octets.
  return normalizePercentEncoding(url.pathname + url.search)
    .replaceAll('$', '%24')
    .replaceAll('*', '%2A');
}

/**
 * True if a rule matches a path. Takes path + pattern steps for any input: matching each piece at its first occurrence
 * is enough, and the search never goes back. The npm package robots-parser takes path × pattern steps: two seconds for
 * one URL and a malicious robots.txt.
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
  /** The longest other prefix of this prefix. */
  shorter: Prefix | undefined;
}

/**
 * Returns a function that finds the longest rule without wildcards that a path begins with. The number of steps grows
 * with the path and the logarithm of the number of rules. A robots.txt can contain 50,000 rules, and every URL is
 * matched against all of them.
 */
export function createPrefixMatcher(rules: readonly RobotsRule[]): (path: string) => RobotsRule | undefined {
  const prefixes = buildPrefixes(rules);
  return (path) => {
    // The last rule that sorts before the path begins with every rule that is a prefix of the path.
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
