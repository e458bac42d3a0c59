import type { Rule } from './robots-rule.ts';

interface Prefix {
  text: string;
  rule: Rule;
  /** The longest other prefix that this one begins with. */
  shorter: Prefix | undefined;
}

/**
 * The longest of many rules without wildcards that a path begins with, in steps that grow with the path and the
 * logarithm of their number: a robots.txt has room for 50,000 of them, and every URL is held against all.
 */
export function longestPrefix(rules: readonly Rule[]): (path: string) => Rule | undefined {
  const prefixes = inOrder(rules);
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

function inOrder(rules: readonly Rule[]): Prefix[] {
  const byText = new Map<string, Rule>();
  for (const rule of rules) if (rule.allow || !byText.has(rule.start)) byText.set(rule.start, rule);
  const prefixes: Prefix[] = [];
  for (const text of [...byText.keys()].sort()) {
    let shorter = prefixes.at(-1);
    while (shorter !== undefined && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    prefixes.push({ text, rule: byText.get(text) as Rule, shorter });
  }
  return prefixes;
}
