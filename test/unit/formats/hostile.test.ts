import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../core/reports/report.ts';
import { reportFormatNames } from '../../../core/reports/report-formats.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderers } from '../../../formats/renderers.ts';
import { finding, page, report, SUPPRESSION, textOf } from './report.ts';
import { sarifFaults } from './sarif-schema.ts';
import { junitFaults, parseXml } from './xml.ts';

/** Texts of a page that try to become something other than text in a report. */
const attacks = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '\u001b[31m\u001b]0;title\u0007\u009b2J',
  'a\u202etxt.exe\u2066\u200b\ufeff\u2028\u2029',
  '\n::error file=x,line=1::pwned\n::set-output name=a::b',
  'x [[ATTACHMENT|/etc/passwd]] ##vso[task.complete]',
  '\r\n##vso[task.setvariable variable=x]y\n##[command]z\n##teamcity[buildStop]',
  "=cmd|' /C calc'!A0",
  '\t@SUM(1+1)*cmd',
  '\uff1dHYPERLINK("https://evil.example")',
  '"\n=1+1\n"',
  'x;=1+1',
  'a\u0000b\u0008c\ufffed\uffff\ud800e]]>f',
  '-->\n<!-- <!doctype html> --><![CDATA[x]]><?xml version="1.0"?><!ENTITY a "b">',
  '&amp;&lol;&#x0;',
  '@octocat #1 GH-1 octo/repo#1 !5 ~bug :tada: $x$',
  '![img](https://evil.example/x.png) [link](javascript:alert(1)) https://evil.example www.evil.example',
  '```\n# heading\n```\n</details>\n| a | b |',
  '``` ` `` a',
  '{0} {{1}} [click](https://evil.example)',
  '{"@context":"https://evil.example/context.json"}',
  '__proto__',
  ['$', '{7*7} {{7*7}} %s %n'].join(''),
  '</script><script>alert(1)//--><!--',
];
const all = attacks.join(' ');
const url = (attack: string) => `https://shop.example/${encodeURIComponent(attack.toWellFormed())}?q=|{}[]^`;

/** A report in which every text that a page can influence is hostile. */
const hostile: Report = report({
  pages: attacks.map((attack, at) =>
    page(`p${at}`, url(attack), {
      title: attack,
      finalUrl: url(attack),
      contentType: attack,
      ...(at === 1 ? { outcome: 'http-error' as const, detail: attack } : {}),
      ...(at === 2 ? { outcome: 'broken-link' as const, detail: all, foundOn: all } : {}),
    }),
  ),
  findings: attacks.flatMap((attack, at) => {
    const node = {
      pageId: `p${at}`,
      url: url(attack),
      target: [[attack, attack], attack],
      html: attack,
      howToFix: attack,
      fix: { any: [attack], all: [attack], none: [attack] },
      issueGroup: `grp_${at}`,
      ...(at === 3 ? { suppressedBy: SUPPRESSION } : {}),
    };
    const decided = {
      decisionId: `decision_${at}`,
      decision: (['problem', 'fine', 'outdated'] as const)[at % 3],
    };
    return [
      finding('image-alt', '#a', node),
      finding('region', '#b', { ...node, html: all, howToFix: all }),
      finding(
        'image-alt',
        '#c',
        { ...node, ...decided },
        decided.decision === 'problem' ? 'violation' : 'review',
      ),
    ];
  }),
  overrides: (made) => ({
    scan: {
      ...made.scan,
      incomplete: true,
      incompleteReason: all,
      config: { ...made.scan.config, metadata: { branch: all, targetBranch: all, pullRequest: all } },
    },
    crawl: {
      adoptedOrigin: null,
      notes: [...attacks],
      notAttempted: { count: 1, byReason: { robots: 1 }, pages: [{ url: url(all), reason: 'robots' }] },
    },
    engines: made.engines.map((engine) => ({ ...engine, userAgent: all, browser: all })),
    gate: { ...made.gate, reasons: made.gate.reasons.map((each) => ({ ...each, message: all })) },
    comparison: {
      ...made.comparison,
      baseline: made.comparison.baseline && { ...made.comparison.baseline, branch: all },
      fixed: {
        count: attacks.length,
        findings: attacks.map((attack) => ({
          fingerprint: `f1_${'0'.repeat(24)}`,
          ruleId: 'list',
          help: 'Lists',
          kind: 'violation' as const,
          impact: 'serious' as const,
          url: url(attack),
          selector: attack,
        })),
      },
    },
    site: { ...made.site, name: all },
    issueGroups: made.issueGroups.map((each) => ({ ...each, decidedProblems: each.kind === 'violation' })),
    decisions: attacks.map((attack, at) => ({
      id: `decision_${at}`,
      fingerprint: `f1_${at.toString(16).padStart(24, '0')}`,
      decision: at % 3 === 0 ? ('problem' as const) : ('fine' as const),
      reason: attack,
      author: { keyId: 'apikey_01arz3ndektsv4rrffq69g5fav', name: attack },
      decidedAt: '2026-10-30T10:00:00.000Z',
      scanId: made.scan.id,
      ruleId: 'image-alt',
      pageUrl: url(attack),
      elements: 1,
      findings: at % 3 === 2 ? 0 : 1,
      outdated: at % 3 === 2 ? 1 : 0,
      notApplied: 0,
    })),
    suppressions: made.suppressions.map((each) => ({
      ...each,
      reason: all,
      author: { ...each.author, name: all },
    })),
    pages: made.pages.map((each) => ({
      ...each,
      rules: each.rules.map((rule) => (rule.result === 'not-run' ? { ...rule, reason: all } : rule)),
    })),
  }),
});

const written = Object.fromEntries(
  await Promise.all(
    reportFormatNames.map(
      async (format) => [format, await textOf(renderers[format](toReportSource(hostile)))] as const,
    ),
  ),
) as Record<(typeof reportFormatNames)[number], string>;

/** Returns every text within a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

/** Returns the matches of a pattern: short in a failure message, unlike the whole report. */
function matchesOf(text: string, pattern: RegExp): string[] {
  const all = new RegExp(pattern.source, `${pattern.flags}g`);
  return Array.from(text.matchAll(all), ({ index }) => text.slice(Math.max(0, index - 60), index + 60)).slice(
    0,
    5,
  );
}

const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the constant is about these characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069\ufffe\uffff]/u;
const COMMAND = /^\s*::|##[a-z]*\[/im;

describe('a report of hostile pages', () => {
  it.each(reportFormatNames)('prints no command of a build log as %s', (format) => {
    expect(written[format].split(/\r\n|[\r\n]/).filter((line) => /^\s*::/.test(line))).toEqual([]);
    // Azure Pipelines recognizes these at any position of a line.
    expect(matchesOf(written[format], /##[a-z]*\[/i)).toEqual([]);
  });

  it.each(reportFormatNames)('has no active character as %s', (format) => {
    // Only the byte order mark of the file.
    expect(matchesOf(written[format].replace(/^\ufeff/, ''), ACTIVE)).toEqual([]);
    expect(written[format].isWellFormed()).toBe(true);
  });

  it.each(['sarif', 'sarif-github', 'gitlab-code-quality', 'gitlab-accessibility', 'earl'] as const)(
    'parses from %s to texts that are harmless when they are printed',
    (format) => {
      const texts = textsOf(JSON.parse(written[format]));
      expect(texts.filter((each) => ACTIVE.test(each) || COMMAND.test(each))).toEqual([]);
    },
  );

  it('parses from json unchanged', () => {
    expect(JSON.parse(written.json)).toEqual(JSON.parse(JSON.stringify(hostile)));
  });

  it('is valid SARIF in both profiles', () => {
    expect(sarifFaults(JSON.parse(written.sarif))).toEqual([]);
    expect(sarifFaults(JSON.parse(written['sarif-github']))).toEqual([]);
    const uris = JSON.stringify(
      JSON.parse(written['sarif-github']).runs[0].results.map(
        ({ locations }: { locations: unknown }) => locations,
      ),
    );
    expect(matchesOf(uris, /"uri":"(?:\/|[^"]*\.\.|[a-z]+:)/)).toEqual([]);
  });

  it('is valid JUnit XML whose texts contain no markup', async () => {
    expect(await junitFaults(written.junit)).toEqual([]);
    expect(matchesOf(written.junit, /\[\[ATTACHMENT/i)).toEqual([]);
    const names = new Set<string>();
    const collect = (element: ReturnType<typeof parseXml>) => {
      names.add(element.name);
      element.children.forEach(collect);
    };
    collect(parseXml(written.junit));
    expect([...names].toSorted()).toEqual(
      ['failure', 'skipped', 'system-out', 'testcase', 'testsuite', 'testsuites'].toSorted(),
    );
  });

  it('has one row for each finding as CSV, and no cell that is calculated', () => {
    const rows: string[][] = parse(written.csv, { bom: true });
    const notRun = rows.filter((row) => row[2] === 'not-run').length;
    expect(notRun).toBeGreaterThan(0);
    // One row is a broken link.
    expect(rows).toHaveLength(1 + 4 * attacks.length + 1 + notRun);
    const cells = rows.flat();
    expect(cells.filter((cell) => /^[\s"']*[=+\-@\t\r|\uff1d]/.test(cell) && !cell.startsWith("'"))).toEqual(
      [],
    );
    expect(cells.filter((cell) => /;\s*[=+\-@]/.test(cell))).toEqual([]);
  });

  it('shows texts of pages in a comment only in code spans', () => {
    const outside = written.markdown
      .replace(/^<!-- a11y-scan-report [\w]+ -->$/m, '')
      .replace(/(?<!`)(`+)(?!`)(?:(?!\1(?!`)).|(?<=`)`)*?(?<!`)\1(?!`)/g, 'CODE');
    expect(matchesOf(outside, /`|@|!\[|#\d|GH-\d|evil|alert|octo|javascript:|<!--|-->/)).toEqual([]);
    expect(
      outside.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(?:br|details|summary|sub)>$/.test(tag)) ?? [],
    ).toEqual([]);
    expect(
      outside.match(/\]\([^)]*\)/g)?.filter((link) => !link.startsWith('](https://dequeuniversity.com/')) ??
        [],
    ).toEqual([]);
  });

  it('has no script, handler or URL of the page as HTML', () => {
    expect(matchesOf(written.html, /<script>alert|<svg onload|<img[^>]*onerror|<[^>"]*\son\w+=/i)).toEqual(
      [],
    );
    expect(matchesOf(written.html, /href="(?!https?:|#)[^"]*/i)).toEqual([]);
  });

  it('has no other context as EARL', () => {
    expect(JSON.parse(written.earl)['@context'].earl).toBe('http://www.w3.org/ns/earl#');
    expect(JSON.stringify(JSON.parse(written.earl)['@graph'])).not.toContain('"@context":');
  });
});
