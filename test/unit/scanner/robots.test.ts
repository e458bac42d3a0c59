import { describe, expect, it } from 'vitest';
import { createRobotsMatcher, parseRobots } from '../../../scanner/site/robots.ts';
import { compileRule, isRuleMatching } from '../../../scanner/site/robots-rule.ts';

/** Returns whether a robots.txt allows us to open a path. */
const allows = (robots: string, path: string) =>
  createRobotsMatcher(parseRobots(robots).rules)(new URL(path, 'https://site.test').href);

const group = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');

describe('the group of robots.txt that applies to us', () => {
  const cases: [says: string, robots: string, allowed: boolean][] = [
    ['nothing', '', true],
    ['the group for all', 'User-agent: *\nDisallow: /', false],
    [
      'ours before the group for all',
      'User-agent: *\nDisallow: /\n\nUser-agent: a11y-scan-service\nAllow: /',
      true,
    ],
    ['ours in any letter case', 'User-agent: A11Y-Scan-Service\nDisallow: /', false],
    ['ours with a version', 'User-agent: a11y-scan-service/1.0\nDisallow: /', false],
    ['not one that only begins like ours', 'User-agent: a11y-scan-service-other\nDisallow: /', true],
    ['not one that ours begins with', 'User-agent: a11y-scan\nDisallow: /', true],
    ['not one for others', 'User-agent: otherbot\nDisallow: /', true],
    ['one for several', 'User-agent: otherbot\nUser-agent: a11y-scan-service\nDisallow: /', false],
    [
      'several for us, joined',
      'User-agent: a11y-scan-service\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: a11y-scan-service\nDisallow: /p',
      false,
    ],
    [
      'names that other lines stand between',
      'User-agent: a11y-scan-service\nSitemap: https://site.test/s.xml\nCrawl-delay: 3\nUser-agent: x\nDisallow: /',
      false,
    ],
    ['ours without a rule', 'User-agent: *\nDisallow: /\n\nUser-agent: a11y-scan-service\nDisallow:', true],
    ['rules before any name', 'Disallow: /', true],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /', false],
    ['lines of the old Macintosh', 'User-agent: *\rDisallow: /', false],
    ['comments', '# hello\nUser-agent: * # all\nDisallow: / # everything', false],
    ['spaces', '  user-AGENT :  *  \n\t DISALLOW\t:\t/  ', false],
    ['names of Object', 'User-agent: __proto__\nDisallow: /\nUser-agent: constructor\nDisallow: /', true],
    ['what is no robots.txt', '<!doctype html><title>Disallow: /</title>', true],
  ];
  it.each(cases)('%s', (_says, robots, allowed) => {
    expect(allows(robots, '/page')).toBe(allowed);
  });
});

describe('the rule that decides', () => {
  const cases: [robots: string, path: string, allowed: boolean][] = [
    [group('Disallow: /fish'), '/fish', false],
    [group('Disallow: /fish'), '/fish.html', false],
    [group('Disallow: /fish'), '/fishheads/yummy.html?x', false],
    [group('Disallow: /fish'), '/Fish', true],
    [group('Disallow: /fish'), '/a/fish', true],
    [group('Disallow: /fish*'), '/fish/x', false],
    [group('Disallow: /fish/'), '/fish', true],
    [group('Disallow: /*.php'), '/folder/any.php?x=1', false],
    [group('Disallow: /*.php$'), '/folder/any.php?x=1', true],
    [group('Disallow: /*.php$'), '/folder/any.php', false],
    [group('Disallow: /*.php$'), '/a.php/b.php', false],
    [group('Disallow: /fish*.php'), '/fishheads/catfish.php?x', false],
    [group('Disallow: /$'), '/', false],
    [group('Disallow: /$'), '/a', true],
    [group('Disallow: *'), '/a', false],
    [group('Disallow: /*a*a$'), '/a', true],
    [group('Disallow: /*a*a$'), '/aba', false],
    [group('Disallow: /*aab'), '/aaab', false],
    [group('Disallow: /*abcabd'), '/abcabcabd', false],
    [group('Disallow: /a$b'), '/a$b', false],
    [group('Disallow: /a%24'), '/a$', false],
    [group('Disallow: /a%2A'), '/a*', false],
    [group('Disallow: /a%2A'), '/ab', true],
    [group('Disallow: /?s='), '/?s=x', false],
    [group('Disallow: fish'), '/fish', true],
    // The longest match, at any position in the file.
    [group('Disallow: /p', 'Allow: /page'), '/page', true],
    [group('Allow: /page', 'Disallow: /p'), '/page', true],
    [group('Allow: /p', 'Disallow: /'), '/page', true],
    [group('Allow: /folder', 'Disallow: /folder'), '/folder/page', true],
    [group('Allow: /page', 'Disallow: /*.htm'), '/page.htm', false],
    [group('Allow: /$', 'Disallow: /'), '/', true],
    [group('Allow: /$', 'Disallow: /'), '/page.htm', false],
    // Every encoding of the same octets.
    [group('Disallow: /ツ'), '/%E3%83%84', false],
    [group('Disallow: /%e3%83%84'), '/ツ', false],
    [group('Disallow: /a%7Eb'), '/a~b', false],
    [group('Disallow: /~b'), '/%7Eb', false],
    [group('Disallow: /a%2Fb'), '/a/b', true],
    [group('Disallow: /a b'), '/a%20b', false],
    [group("Disallow: /it's?q='"), "/it's?q='", false],
    [group('Disallow: /\uD800'), '/%EF%BF%BD', false],
  ];
  it.each(cases)('%j on %s', (robots, path, allowed) => {
    expect(allows(robots, path)).toBe(allowed);
  });
});

describe('the stored part of robots.txt', () => {
  it('is our group alone, and the sitemaps of all', () => {
    const { rules, sitemaps } = parseRobots(
      'Sitemap: /a.xml\nUser-agent: x\nDisallow: /x\nUser-agent: *\nDisallow: /y\nSitemap: https://site.test/b.xml#c',
    );
    expect(rules).toBe('User-agent: a11y-scan-service\nDisallow: /y\n');
    expect(sitemaps).toEqual(['/a.xml', 'https://site.test/b.xml']);
  });

  it('rejects a text that is not a URL', () => {
    expect(createRobotsMatcher('')('no url')).toBe(false);
  });
});

describe('the limits of robots.txt', () => {
  it('include the cost of other names: their rules are not stored', () => {
    // Storing each rule for each name would be 400 million.
    const names = Array.from({ length: 20_000 }, (_, n) => `User-agent: other${n}`);
    const rules = Array.from({ length: 20_000 }, (_, n) => `Disallow: /${n}`);
    const robots = parseRobots(['User-agent: *', ...names, ...rules].join('\n'));
    expect(robots.rules.split('\n')).toHaveLength(20_002);
    expect(allows([...names, ...rules].join('\n'), '/7')).toBe(true);
  });

  it('include the number of rules with wildcards: the first 200 of ours are kept', () => {
    const wild = (name: string) => Array.from({ length: 150 }, (_, n) => `Disallow: /${name}${n}*x`);
    const ends = Array.from({ length: 100 }, (_, n) => `Disallow: /end${n}$`);
    const robots = group(...wild('a'), 'Disallow: /plain', ...ends, 'Disallow: /later');
    const { rules, skipped: passedOver } = parseRobots(
      `User-agent: other\n${wild('b').join('\n')}\n${robots}`,
    );
    expect(passedOver).toBe(50);
    const allowed = createRobotsMatcher(rules);
    const opened = ['/a0/x', '/a149/x', '/end49', '/end50', '/plain', '/later'].map((path) =>
      allowed(`https://site.test${path}`),
    );
    expect(opened).toEqual([false, false, false, true, false, false]);
  });
});

it('do not change which of many rules decides, compared with matching the path against each rule', () => {
  const words = ['a', 'b', 'ab', 'a/', 'a/b', 'aa', 'b*b', 'a$', 'ab$', '*a', ''];
  const lines = words.flatMap((one, at) =>
    words.map((other, and) => [(at * 7 + and * 3) % 5 < 2, `/${one}${other}`] as const),
  );
  const robots = group(...lines.map(([allow, pattern]) => `${allow ? 'Allow' : 'Disallow'}: ${pattern}`));
  const allowed = createRobotsMatcher(parseRobots(robots).rules);
  const paths = ['', ...words].flatMap((one) =>
    words.map((other) => `/${one}${other}c`.replace(/[*$]/g, 'a')),
  );
  const rules = lines.map(([allow, pattern]) => compileRule(pattern, allow));
  for (const path of [...paths, ...paths.map((each) => each.slice(0, -1))]) {
    const matching = rules.filter((rule) => isRuleMatching(rule, path));
    const longest = Math.max(...matching.map(({ length }) => length));
    const expected = matching.some(({ length, allow }) => allow && length === longest);
    expect(allowed(`https://site.test${path}`), path).toBe(matching.length === 0 || expected);
  }
});

it('keep the number of steps proportional to rules and path, with any content', () => {
  // Near matches of stars: an algorithm that takes path × pattern steps, fifty thousand million, does not end in time.
  const robots = group(...Array(600).fill(`Disallow: /${'*aaaa'.repeat(160)}b`));
  const allowed = createRobotsMatcher(parseRobots(robots).rules);
  expect(allowed(`https://site.test/${'a'.repeat(100_000)}`)).toBe(true);
});
