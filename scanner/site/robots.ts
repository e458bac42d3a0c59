import { PRODUCT_TOKEN } from '../user-agent.ts';
import {
  compileRule,
  createPrefixMatcher,
  isRuleMatching,
  type RobotsRule,
  toRobotsPath,
} from './robots-rule.ts';

/** The parts of a robots.txt that concern this scanner. */
export interface RobotsFile {
  /** A robots.txt with one group, for this scanner; empty if everything is allowed. */
  rules: string;
  /** Number of wildcard rules for this scanner beyond `WILDCARD_RULES_MAX`. */
  skipped: number;
  /** The values of its `Sitemap` lines in order. They belong to no group. */
  sitemaps: string[];
}

/**
 * Maximum number of rules with `*` or `$`; the first ones count. Each of them is matched against every URL. Of the
 * other rules, only the few that are a prefix of the path are checked. Large shops have about a hundred such rules.
 */
export const WILDCARD_RULES_MAX = 200;

/** The rules of a site whose robots.txt cannot be read: RFC 9309 section 2.3.1.4, "complete disallow". */
export const disallowAll = formatGroup([['disallow', '/']]);

type Line = [verb: 'allow' | 'disallow', pattern: string];

/** User agents whose rules may apply to this scanner. The rules of others are not stored. */
type Agent = typeof PRODUCT_TOKEN | '*';

/**
 * Parses a robots.txt by RFC 9309. Returns the rules of all groups that name this scanner's product token, or else
 * those of the groups for `*`. Skips lines that are not rules, as the RFC requires, and wildcard rules beyond
 * `WILDCARD_RULES_MAX`.
 */
export function parseRobots(text: string): RobotsFile {
  const groups = new Map<Agent, Line[]>();
  const sitemaps: string[] = [];
  const agents = new Set<Agent>();
  let inRules = false;
  for (const [name, value] of parseLines(text)) {
    if (name === 'user-agent') {
      if (inRules) agents.clear();
      inRules = false;
      const agent = parseAgent(value);
      if (agent !== PRODUCT_TOKEN && agent !== '*') continue;
      agents.add(agent);
      if (!groups.has(agent)) groups.set(agent, []);
    } else if (name === 'allow' || name === 'disallow') {
      inRules = true;
      // An empty pattern is not a rule: `Disallow:` alone allows everything.
      if (value !== '') for (const agent of agents) groups.get(agent)?.push([name, value]);
    } else if (name === 'sitemap' && value !== '') sitemaps.push(value);
  }
  const given = groups.get(PRODUCT_TOKEN) ?? groups.get('*') ?? [];
  let wildcards = 0;
  const kept = given.filter(([, pattern]) => !/[*$]/.test(pattern) || ++wildcards <= WILDCARD_RULES_MAX);
  return { rules: formatGroup(kept), skipped: given.length - kept.length, sitemaps };
}

/**
 * Returns a function that decides if a URL is allowed. The longest matching pattern decides; between two patterns of
 * equal length, `Allow` wins. A URL that matches no pattern is allowed.
 * @param rules `RobotsFile.rules`
 */
export function createRobotsMatcher(rules: string): (url: string) => boolean {
  const compiled = [...parseLines(rules)]
    .filter(([name]) => name === 'allow' || name === 'disallow')
    .map(([name, pattern]) => compileRule(pattern, name === 'allow'));
  const hasWildcard = ({ pieces, toEnd }: RobotsRule) => pieces.length > 0 || toEnd;
  const plain = createPrefixMatcher(compiled.filter((rule) => !hasWildcard(rule)));
  const longestFirst = compiled.filter(hasWildcard).sort(byPrecedence);
  return (url) => {
    const path = toRobotsPath(url);
    if (path === null) return false;
    const prefix = plain(path);
    for (const rule of longestFirst) {
      if (prefix !== undefined && byPrecedence(prefix, rule) <= 0) break;
      if (isRuleMatching(rule, path)) return rule.allow;
    }
    return prefix?.allow ?? true;
  };
}

function byPrecedence(a: RobotsRule, b: RobotsRule): number {
  return b.length - a.length || Number(b.allow) - Number(a.allow);
}

/** Yields the `name: value` lines of a text without comments, with names in lower case. */
function* parseLines(text: string): Generator<[name: string, value: string]> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  }
}

/** Returns the token `name` of `Name/1.0 (more)`. Tokens of the RFC have letters, `_` and `-`; ours also has digits. */
function parseAgent(value: string): string {
  if (value.startsWith('*')) return '*';
  return /^[\w-]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function formatGroup(lines: Line[]): string {
  if (lines.length === 0) return '';
  const rules = lines.map(([verb, pattern]) => `${verb === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}\n`);
  return `User-agent: ${PRODUCT_TOKEN}\n${rules.join('')}`;
}
