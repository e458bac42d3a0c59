import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRobotsMatcher, parseRobots, WILDCARD_RULES_MAX } from '../../../scanner/site/robots.ts';
import { PRODUCT_TOKEN } from '../../../scanner/user-agent.ts';
import { anyText, expectSoonDone, hold, textOf } from '../../support/hold.ts';

interface Line {
  verb: 'Allow' | 'Disallow';
  pattern: string;
}

const verb = fc.constantFrom('Allow' as const, 'Disallow' as const);
const pattern = textOf(['a', 'b', '/', '*', '$'], 8).map((text) => `/${text}`);
const lines: fc.Arbitrary<Line[]> = fc.array(fc.record({ verb, pattern }), { minLength: 1, maxLength: 8 });
const path = textOf(['a', 'b', '/', 'ab'], 8).map((text) => `/${text}`);

const robotsOf = (rules: readonly Line[], agent = '*') =>
  `User-agent: ${agent}\n${rules.map((rule) => `${rule.verb}: ${rule.pattern}\n`).join('')}`;
const isAllowed = (robots: string, at: string) =>
  createRobotsMatcher(parseRobots(robots).rules)(`https://www.example.com${at}`);

/** RFC 9309 sections 2.2.2 and 2.2.3, by regular expressions; `$` has its meaning only at the end. */
function isAllowedNaively(rules: readonly Line[], at: string): boolean {
  const matching = rules.filter(({ pattern: given }) => {
    const open = given.endsWith('$') ? given.slice(0, -1) : given;
    const source = open.replace(/[$/]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${source}${given.endsWith('$') ? '$' : ''}`).test(at);
  });
  // A literal `$` counts as its three octets %24.
  const lengthOf = ({ pattern: given }: Line) => given.replaceAll(/\$(?!$)/g, '%24').length;
  const longest = Math.max(0, ...matching.map(lengthOf));
  const deciding = matching.filter((rule) => lengthOf(rule) === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.verb === 'Allow');
}

describe('robots.txt', () => {
  it('decides as RFC 9309 defines it', () => {
    hold(
      fc.property(lines, path, (rules, at) => {
        expect(isAllowed(robotsOf(rules), at)).toBe(isAllowedNaively(rules, at));
      }),
      150,
    );
  });

  it('decides the same if its rules are parsed again', () => {
    const text = fc.oneof(
      anyText,
      textOf(
        [
          'User-agent:',
          '*',
          PRODUCT_TOKEN,
          'other',
          '\n',
          '\r',
          'Allow:',
          'disallow : ',
          '/a',
          '$',
          '#',
          ':',
          ' ',
        ],
        40,
      ),
    );
    hold(
      fc.property(text, (robots) => {
        const { rules } = parseRobots(robots);
        expect(parseRobots(rules)).toEqual({ rules, skipped: 0, sitemaps: [] });
      }),
      150,
    );
  });

  it('decides the same with other line ends, comments, blank lines and groups of other robots', () => {
    const other = fc.constantFrom('', robotsOf([{ verb: 'Disallow', pattern: '/' }], 'otherbot'));
    const end = fc.constantFrom('\n', '\r', '\r\n', '\n\n', ' # comment\n', '\t\n');
    hold(
      fc.property(lines, other, end, (rules, before, ending) => {
        const changed = `\uFEFF${before}\n${robotsOf(rules)}${before}`.replaceAll('\n', ending);
        expect(parseRobots(changed).rules).toBe(parseRobots(robotsOf(rules)).rules);
      }),
    );
  });

  it('prefers the groups of our own name, joined in their order', () => {
    hold(
      fc.property(lines, lines, lines, (ours, everyones, more) => {
        const parts = [
          robotsOf(ours, `${PRODUCT_TOKEN}/9`),
          robotsOf(everyones),
          robotsOf(more, PRODUCT_TOKEN),
        ];
        expect(parseRobots(parts.join('')).rules).toBe(parseRobots(robotsOf([...ours, ...more])).rules);
      }),
    );
  });

  it('takes linear time for rules with many stars', () => {
    const rules = textOf(['*a', '*', '/', 'aa'], 60).map((text) =>
      Array.from({ length: WILDCARD_RULES_MAX }, () => ({ verb: 'Disallow', pattern: `/${text}b` }) as const),
    );
    hold(
      fc.property(rules, (given) => {
        expectSoonDone(() => isAllowed(robotsOf(given), `/${'a'.repeat(1_500)}`));
      }),
      10,
    );
  });
});
