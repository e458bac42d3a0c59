import { beforeAll, describe, expect, it } from 'vitest';
import type { Decision, Verdict } from '../../../core/decisions/decision.ts';
import { failOnSchema } from '../../../core/gate/fail-on.ts';
import type { ReportFormat } from '../../../core/reports/report-formats.ts';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { renderers } from '../../../formats/renderers.ts';
import { buildReport } from '../../support/build-report.ts';
import { makeDecision } from '../../support/decisions.ts';
import { aboutSite, finding, identity, node, page, result, scan } from '../reports/fixtures.ts';

const HOSTILE = '</script>::error::<img src=x>';
const PERSON = 'A person decided that this is a problem.';
const BEFORE = 'A person decided before that this is fine, but the decision is outdated.';

const at = (words: string) => node(`#${words}`, { identity: identity(words), impact: 'serious' });
const decide = (words: string, decision: Verdict, reason: string, ruleId = 'color-contrast'): Decision =>
  makeDecision(at(words), decision, { ruleId, reason });

const texts = new Map<ReportFormat, string>();
const textOf = (format: ReportFormat) => texts.get(format) ?? '';

beforeAll(async () => {
  const { config } = scan();
  const report = await buildReport({
    scan: scan({ config: { ...config, failOn: failOnSchema.parse({ any: 'serious', review: true }) } }),
    ...aboutSite,
    pages: [page('a')],
    results: [
      result('a', [
        finding('color-contrast', [at('photo'), at('banner'), at('poster')], { kind: 'review' }),
        finding('label', [at('email')]),
      ]),
    ],
    decisions: [
      decide('photo', 'fine', `Readable everywhere ${HOSTILE}`),
      decide('banner', 'problem', `Not readable ${HOSTILE}`),
      decide('email', 'fine', 'Wrong', 'label'),
      { ...decide('poster', 'fine', `Was readable ${HOSTILE}`), bases: [] },
    ],
  });
  for (const [format, render] of Object.entries(renderers)) {
    const pieces = await Array.fromAsync(render(toReportSource(report)));
    texts.set(format as ReportFormat, pieces.join(''));
  }
});

describe('decisions are shown in', () => {
  it('JSON: at the findings, with reason and person, and what they do not apply to', () => {
    const report = JSON.parse(textOf('json'));
    const contrast = report.violations.find(({ ruleId }: { ruleId: string }) => ruleId === 'color-contrast');
    expect(contrast.nodes).toMatchObject([{ target: ['#banner'], decision: 'problem' }]);
    expect(report.needsReview[0].nodes).toMatchObject([
      { target: ['#photo'], decision: 'fine' },
      { target: ['#poster'], decision: 'outdated' },
    ]);
    expect(report.decisions).toHaveLength(4);
    expect(report.decisions).toContainEqual(
      expect.objectContaining({ reason: 'Wrong', findings: 0, notApplied: 1 }),
    );
    expect(report.gate.counted).toMatchObject({ findings: 3, decidedFine: 1 });
  });

  it('HTML: problems as violations, fine findings at the end of Needs review', () => {
    const html = textOf('html');
    expect(html).toContain('The rule could not decide. A person decided that this is a problem.');
    expect(html).toMatch(/Problem: Not readable [^<]*&lt;\/script/);
    expect(html).toContain('Decided to be fine: 1 finding');
    expect(html).toMatch(
      /Fine, but the element, the rule or the settings of the scan are not the same[^<]*: Was readable/,
    );
    expect(html).toContain('A person decided about 1 finding of this group before.');
    expect(html).toContain('To 1 violation: the rule can decide now');
    expect(html).toContain('1 that a person decided to be fine');
    expect(html).not.toContain('no person judged any page');
    expect(html).not.toContain(HOSTILE);
  });

  it('CSV: in three columns', () => {
    const rows = textOf('csv').split('\r\n');
    expect(rows.find((row) => row.includes('#banner'))).toMatch(
      /"violation".*"problem","Not readable[^"]*","Ada","axe-core"$/,
    );
    expect(rows.find((row) => row.includes('#photo'))).toMatch(
      /"review".*"fine","Readable everywhere[^"]*","Ada","axe-core"$/,
    );
    expect(rows.find((row) => row.includes('#poster'))).toMatch(
      /"review".*"outdated","Was readable[^"]*","Ada","axe-core"$/,
    );
    expect(rows.find((row) => row.includes('#email'))).toMatch(/"","","","axe-core"$/);
  });

  it('Markdown: at the group, as numbers, and as a list that begins with what needs review again', () => {
    const text = textOf('markdown');
    expect(text).toContain(PERSON);
    expect(text).toContain('1 finding that a person decided to be fine.');
    expect(text).toContain('1 finding that a person decided about before.');
    expect(text).toContain('1 violation with a decision that does not apply');
    const list = text.slice(text.indexOf('<summary>3 decisions of people</summary>'));
    const at = (selector: string) => `1 element, at \`${selector}\` on \`https://shop.example/a\`<br>`;
    const help = '**Elements must meet minimum color contrast ratio thresholds**';
    expect(list.split('\n').filter((line) => /^(?:- \*\*| {2}Decided)/.test(line))).toEqual([
      `- **Needs review again** · ${help} · ${at('#poster')}`,
      `  Decided before that it is fine by \`Ada\`: \`Was readable ${HOSTILE}\``,
      `- **Problem** · ${help} · ${at('#banner')}`,
      `  Decided by \`Ada\`: \`Not readable ${HOSTILE}\``,
      `- **Fine** · ${help} · ${at('#photo')}`,
      `  Decided by \`Ada\`: \`Readable everywhere ${HOSTILE}\``,
    ]);
  });

  it('SARIF: a problem fails, and a fine finding is suppressed with the reason', () => {
    const { results } = JSON.parse(textOf('sarif')).runs[0];
    const of = (words: string) =>
      results.find(({ locations }: { locations: unknown }) =>
        JSON.stringify(locations).includes(`#${words}`),
      );
    expect(of('banner')).toMatchObject({
      kind: 'fail',
      level: 'error',
      suppressions: [],
      properties: { decision: { decision: 'problem', author: 'Ada' } },
    });
    expect(of('photo')).toMatchObject({ kind: 'review', suppressions: [{ kind: 'external' }] });
    expect(of('photo').suppressions[0].justification).toContain('Readable everywhere');
    expect(of('poster')).toMatchObject({
      kind: 'review',
      suppressions: [],
      properties: { decision: { decision: 'fine', outdated: true } },
    });
    expect(of('photo').properties.decision).not.toHaveProperty('outdated');
    expect(of('email')).toMatchObject({ kind: 'fail', suppressions: [] });
    expect(of('email').properties).not.toHaveProperty('decision');
  });

  it.each<ReportFormat>(['gitlab-accessibility', 'gitlab-code-quality'])(
    '%s: only problems, with reason and person',
    (format) => {
      const text = textOf(format);
      expect(text.split(PERSON)).toHaveLength(2);
      expect(text).toContain(`${PERSON} Reason (Ada): Not readable `);
      expect(text).not.toContain('#photo');
      expect(text).not.toContain('#poster');
    },
  );

  it('sarif-github: problems at their alert, what is fine and outdated decisions as notifications', () => {
    const [run] = JSON.parse(textOf('sarif-github')).runs;
    const messagesOf = (list: { message: { text: string } }[]) => list.map(({ message }) => message.text);
    const results = messagesOf(run.results);
    expect(results).toHaveLength(2);
    expect(results.filter((text) => text.includes('A person'))).toEqual([
      expect.stringContaining(`1 element on 1 page: /a. ${PERSON} Reason (Ada): Not readable `),
    ]);
    const notes = run.invocations[0].toolExecutionNotifications.filter(
      ({ level }: { level: string }) => level === 'note',
    );
    expect(messagesOf(notes)).toEqual([
      expect.stringContaining(`: 1 element, #poster on /a. ${BEFORE} Reason (Ada): Was readable `),
      expect.stringContaining(
        ': 1 element, #photo on /a. A person decided that this is fine. Reason (Ada): Readable everywhere ',
      ),
    ]);
  });

  it('JUnit: a problem fails a test, a fine finding does not', () => {
    const xml = textOf('junit');
    expect(xml).toContain('- serious, unknown, decided by a person: problem: ');
    expect(xml).toContain('- serious, needs review, unknown, decided by a person: fine: ');
    expect(xml).toContain('- serious, needs review, unknown, decided by a person before, outdated: ');
    const [, failure = '', output = ''] = xml
      .slice(xml.indexOf('color-contrast (needs review)'))
      .split(/<failure|<system-out/);
    expect(xml).toMatch(/problem: [^\n]* Reason \(Ada\): Not readable [^\n]* At #banner/);
    expect(failure).toContain('At #poster');
    expect(failure).toMatch(/Reason \(Ada\): Was readable [^\n]* At #poster/);
    expect(output).toMatch(/Reason \(Ada\): Readable everywhere [^\n]* At #photo/);
    expect(failure).not.toContain('At #photo');
    expect(output).toContain('At #photo');
  });

  it('EARL: as a test that a person took part in', () => {
    const graph: { mode?: string; result?: { pointer: { description: string }[] } }[] = JSON.parse(
      textOf('earl'),
    )['@graph'];
    const byPerson = graph.filter(({ mode }) => mode === 'earl:semiAuto').map((each) => each.result);
    expect(byPerson).toMatchObject([
      { outcome: 'earl:failed', info: 'unknown 1, decided by a person: problem 1' },
      {
        outcome: 'earl:cantTell',
        info: 'unknown 2, decided by a person: fine 1, decided by a person before, outdated 1',
      },
    ]);
    const pointers = byPerson.flatMap((each) => each?.pointer.map(({ description }) => description));
    expect(pointers).toEqual([
      expect.stringContaining(`${PERSON} Reason (Ada): Not readable `),
      expect.stringContaining('A person decided that this is fine. Reason (Ada): Readable everywhere '),
      expect.stringContaining(`${BEFORE} Reason (Ada): Was readable `),
    ]);
  });
});

describe('very many decisions with long reasons', () => {
  const words = Array.from({ length: 30 }, (_, index) => `hero-${index}`);
  const long = 'x'.repeat(500);
  const inOneGroup = (each: string) => ({ ...at(each), identity: identity(each, 'hero') });

  async function write(format: ReportFormat, verdict: Verdict): Promise<string> {
    const report = await buildReport({
      scan: scan(),
      ...aboutSite,
      pages: [page('a')],
      results: [result('a', [finding('color-contrast', words.map(inOneGroup), { kind: 'review' })])],
      decisions: words.map((each) => decide(each, verdict, long)),
    });
    return (await Array.fromAsync(renderers[format](toReportSource(report)))).join('');
  }

  it('are counted in Markdown after the first 20', async () => {
    const text = await write('markdown', 'fine');
    expect(text).toContain('<summary>30 decisions of people</summary>');
    expect(text.split('- **Fine** · ')).toHaveLength(21);
    expect(text).toContain('and 10 more, in the full report');
  });

  it('are counted in sarif-github after the first 20', async () => {
    const [run] = JSON.parse(await write('sarif-github', 'fine')).runs;
    const notes = run.invocations[0].toolExecutionNotifications;
    expect(run.results).toEqual([]);
    expect(notes).toHaveLength(21);
    expect(notes.at(-1).message.text).toBe('And 10 more decisions, in the full report.');
  });

  it('are shown at an alert of sarif-github with the reason of one, and the number of the others', async () => {
    const [run] = JSON.parse(await write('sarif-github', 'problem')).runs;
    expect(run.results).toHaveLength(1);
    const { text } = run.results[0].message;
    expect(text).toMatch(/Reason \(Ada\): x+… And 29 more decisions, in the full report\.$/);
    expect(text.length).toBeLessThanOrEqual(600);
  });

  it.each<[ReportFormat, number]>([
    ['gitlab-accessibility', 500],
    ['gitlab-code-quality', 800],
  ])('do not displace the finding in %s', async (format, max) => {
    const report = JSON.parse(await write(format, 'problem'));
    const [first] = Array.isArray(report) ? report : Object.values<{ message: string }[]>(report.results)[0]!;
    const text: string = first.description ?? first.message;
    expect(text).toMatch(/^Elements must meet minimum color contrast ratio thresholds\. /);
    expect(text).toMatch(/ A person decided that this is a problem\. Reason \(Ada\): x+…$/);
    expect(text.length).toBeLessThanOrEqual(max);
  });
});
