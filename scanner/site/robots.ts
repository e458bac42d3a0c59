import { PRODUCT_TOKEN } from '../user-agent.ts';
import {
  compileRule,
  createPrefixMatcher,
  isRuleMatching,
  type RobotsRule,
  toRobotsPath,
} from './robots-rule.ts';

/** What a robots.txt says, as far as it is about us. */
export interface RobotsFile {
  /** A robots.txt of one group, ours; empty when everything is allowed. */
  rules: string;
  /** Rules for us with wildcards that are more than are kept. */
  skipped: number;
  /** The values of its `Sitemap` lines, in their order; they belong to no group. */
  sitemaps: string[];
}

/**
 * Rules with `*` or `$` that are kept, the first ones: each is walked through for every URL, while of the others only
 * the few that a path begins with are looked at. Robots files of large shops have some hundred.
 */
export const WILDCARD_RULES_MAX = 200;

/** The rules of a site whose robots.txt cannot be read: RFC 9309 section 2.3.1.4, "complete disallow". */
export const disallowAll = formatGroup([['disallow', '/']]);

type Line = [verb: 'allow' | 'disallow', pattern: string];

/** Those of which the rules may be ours; the rules of others are never held. */
type Agent = typeof PRODUCT_TOKEN | '*';

/**
 * Reads a robots.txt by RFC 9309: the groups that name our product token, joined, or else those for `*`. Anything
 * that is no rule is passed over, as the RFC asks for, and so are rules with wildcards beyond `WILDCARD_RULES_MAX`.
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
      // An empty pattern is no rule: `Disallow:` alone allows everything.
      if (value !== '') for (const agent of agents) groups.get(agent)?.push([name, value]);
    } else if (name === 'sitemap' && value !== '') sitemaps.push(value);
  }
  const given = groups.get(PRODUCT_TOKEN) ?? groups.get('*') ?? [];
  let wildcards = 0;
  const kept = given.filter(([, pattern]) => !/[*$]/.test(pattern) || ++wildcards <= WILDCARD_RULES_MAX);
  return { rules: formatGroup(kept), skipped: given.length - kept.length, sitemaps };
}

/**
 * Makes rules ready to be asked: the longest matching pattern decides, `Allow` where two are of one length, and what
 * no pattern matches is allowed.
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

/** The `name: value` lines of a text, names in lower case, without comments. */
function* parseLines(text: string): Generator<[name: string, value: string]> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  }
}

/** `Name/1.0 (more)` as its token `name`; the RFC's tokens are letters, `_` and `-`, ours has digits too. */
function parseAgent(value: string): string {
  if (value.startsWith('*')) return '*';
  return /^[\w-]*/.exec(value)?.[0].toLowerCase() ?? '';
}

function formatGroup(lines: Line[]): string {
  if (lines.length === 0) return '';
  const rules = lines.map(([verb, pattern]) => `${verb === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}\n`);
  return `User-agent: ${PRODUCT_TOKEN}\n${rules.join('')}`;
}
