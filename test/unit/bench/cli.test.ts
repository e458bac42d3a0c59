import { describe, expect, it } from 'vitest';
import { contestants, ids } from '../../../bench/cli/contestants.ts';
import { readFlags } from '../../../bench/cli/flags.ts';
import { computeScore, type KnownFault, readKnownFaults } from '../../../bench/cli/known-faults.ts';
import type { Run } from '../../../bench/cli/run.ts';
import { buildStartRows } from '../../../bench/cli/start-up.ts';
import { summarize } from '../../../bench/cli/summary.ts';
import { describeResults } from '../../../bench/cli/table.ts';
import type { CommandJob } from '../../../bench/contestants/commands/command.ts';
import type { Finding, PageFindings } from '../../../bench/contestants/contract.ts';
import { toFindings } from '../../../bench/contestants/lighthouse-results.ts';

const found = (rule: string, html: string, kind: Finding['kind'] = 'violation'): Finding => ({
  rule,
  kind,
  where: '',
  html,
});
const fault = (ruleId: string, target: KnownFault['target'], kind: Finding['kind'] = 'violation') => ({
  page: '/',
  ruleId,
  kind,
  target,
});
const onPage = (...findings: Finding[]): PageFindings[] => [{ path: '/', findings }];

describe('the known faults', () => {
  it.each<[string, KnownFault['target'], string, string]>([
    ['its id', ['#hero'], '<img class="big" id="hero" src="x">', '<img id="hero-two">'],
    ['its id in a frame and a shadow root', ['#map', ['#host', '#zoom']], '<b id=zoom>', '<b id=map>'],
    ['its class', ['.field:nth-child(1) > .hint'], '<p class="small hint">', '<p class="hints">'],
    ['its tag', ['html'], '<html><head>', '<body id="html">'],
    [
      'its tag and an attribute',
      ['meta[name="viewport"]'],
      '<meta name="viewport" content="x">',
      '<meta name="theme">',
    ],
  ])('are found by their rule and the element, identified by %s', (_, target, html, other) => {
    const faults = [fault('rule', target)];
    const none = { violations: { known: 1, found: 0 }, others: 1 };
    expect(computeScore(onPage(found('rule', html), found('rule', html)), faults)).toMatchObject({
      violations: { known: 1, found: 1 },
      others: 0,
    });
    expect(computeScore(onPage(found('rule', other)), faults)).toMatchObject(none);
    expect(computeScore(onPage(found('rule', `<div>${html}</div>`)), faults)).toMatchObject(none);
    expect(computeScore(onPage(found('another', html)), faults)).toMatchObject(none);
    expect(computeScore([{ path: '/b', findings: [found('rule', html)] }], faults)).toMatchObject(none);
  });

  it('are violations and needs-review findings, which are counted separately', () => {
    const faults = [fault('rule', ['#a']), fault('rule', ['#b'], 'review')];
    const findings = [found('rule', '<b id="a">', 'review'), found('rule', '<b id="b">', 'review')];
    expect(computeScore(onPage(...findings), faults)).toEqual({
      violations: { known: 1, found: 0 },
      reviews: { known: 1, found: 1 },
      others: 0,
    });
  });

  it('of the demo site are all distinguishable in the output of the commands', async () => {
    const faults = await readKnownFaults();
    const tagOf = (selector: string) => {
      const [, id] = /#([\w-]+)$/.exec(selector) ?? [];
      const [, name] = /\.([\w-]+)$/.exec(selector) ?? [];
      if (id !== undefined) return `<b id="${id}">`;
      return name === undefined ? `<${selector.replace('[', ' ').replace(']', '')}>` : `<b class="${name}">`;
    };
    const pages = [...Map.groupBy(faults, ({ page }) => page)].map(([path, ofPage]) => ({
      path,
      findings: ofPage.map(({ ruleId, kind, target }) =>
        found(ruleId, tagOf(String(target.flat().at(-1))), kind),
      ),
    }));
    const { violations, reviews, others } = computeScore(pages, faults);
    expect([violations.found, reviews.found, others]).toEqual([violations.known, reviews.known, 0]);
  });
});

describe('the table of commands', () => {
  const run = (contestant: string, wallMs: number, overrides: Partial<Run> = {}): Run => ({
    contestant,
    concurrency: 1,
    round: 1,
    wallMs,
    cpuMs: wallMs / 2,
    peakBytes: 100 * 2 ** 20,
    coresOfOthers: 0,
    pages: onPage(found('rule', '<b id="a">')),
    ...overrides,
  });
  const faults = [fault('rule', ['#a'])];

  it('has medians, ratios to pa11y-ci, and the differences between rounds', () => {
    const runs = [
      ...[3_000, 1_000, 2_000].map((ms) => run(ids.ours, ms)),
      ...[4_000, 9_000].map((ms) => run(ids.pa11y, ms)),
      run(ids.pa11y, 5_000, { pages: [{ path: '/', error: 'it went away', findings: [] }] }),
    ];
    const [ours, pa11y] = summarize(runs, faults);
    expect(ours).toMatchObject({ wallMs: 2_000, cpuMs: 1_000, timesPa11y: 0.4, rounds: 3, differing: [] });
    expect(ours?.score.violations).toEqual({ known: 1, found: 1 });
    expect(pa11y).toMatchObject({ wallMs: 5_000, timesPa11y: 1, differing: ['/'] });
    expect(pa11y?.failed).toEqual({ '/': 'it went away' });
  });

  it('has no ratio if pa11y-ci did not run', () => {
    expect(summarize([run(ids.ours, 1)], faults)[0]).toMatchObject({ timesPa11y: null, timesPa11yCpu: null });
  });

  it('is a text that states when the help takes too long', () => {
    const starts = (help: number) =>
      buildStartRows([
        { id: 'node', title: 'node -e 0', wallMs: [40, 60, 50], cpuMs: [40, 40, 40] },
        { id: 'help', title: 'a11y-scan --help', wallMs: [help], cpuMs: [90] },
      ]);
    const text = (help: number) =>
      describeResults({
        takenAt: '2026-11-22T00:00:00.000Z',
        machine: {
          processor: 'some processor',
          cores: 2,
          memoryBytes: 2 ** 30,
          platform: 'linux x64',
          node: 'v24',
          load: 0,
          commit: null,
        },
        ours: 'a11y-scan 1.0.0',
        versions: { 'pa11y-ci': '4.1.1' },
        startRounds: 3,
        starts: starts(help),
        pages: 6,
        rows: summarize([run(ids.ours, 2_000, { coresOfOthers: 1 })], faults),
        absent: ['  someone: not measured'],
      });
    expect(starts(200)[1]).toEqual({
      title: 'a11y-scan --help',
      wallMs: 200,
      cpuMs: 90,
      overNodeMs: 150,
      timesNode: 4,
    });
    expect(text(350)).toContain('within 300 ms of bare Node: yes');
    expect(text(351)).toContain('within 300 ms of bare Node: NO');
    expect(text(350)).toContain('NOT QUIET');
    expect(text(350)).toContain('someone: not measured');
    expect(text(350)).toMatch(/a11y-scan local +1 +1 +2\.0 +1\.0 +100 +- +- +1\/1 +0\/0 +0 +-/);
  });
});

describe('the commands', () => {
  const job: CommandJob = {
    urls: ['http://127.0.0.1:1/', 'http://127.0.0.1:1/a.html'],
    concurrency: 1,
    chromium: '/chromium.sh',
    chromedriver: '/chromedriver',
    ours: { script: '/main.js', cache: '/cache' },
    folder: import.meta.dirname,
  };

  it('are started for all pages of the site', async () => {
    const ofArgs = contestants.filter(({ id }) => id.startsWith(ids.ours) || id === 'axe-cli');
    expect(ofArgs.map(({ id }) => id)).toHaveLength(4);
    for (const { command } of ofArgs) {
      const { args } = await command.prepare(job);
      expect(args).toEqual(expect.arrayContaining(job.urls));
    }
  });

  it('are rejected if something that they need is missing', async () => {
    const axe = contestants.find(({ needsChromedriver }) => needsChromedriver);
    await expect(axe?.command.prepare({ ...job, chromedriver: undefined })).rejects.toThrow('ChromeDriver');
  });

  it('return findings of a failed audit only', () => {
    const item = { node: { selector: '#a', snippet: '<b id="a">' } };
    const audit = (score: number | null, scoreDisplayMode = 'binary') => ({
      score,
      scoreDisplayMode,
      details: { items: [item, {}] },
    });
    const audits = { failed: audit(0), passed: audit(1), manual: audit(null, 'manual') };
    expect(toFindings(audits)).toEqual([{ ...found('failed', '<b id="a">'), where: '#a' }]);
  });

  it('are selected by flags, whose errors state the valid values', () => {
    expect(readFlags(['--only', 'lhci,a11y-scan', '--rounds', '2'])).toMatchObject({
      only: ['lhci', 'a11y-scan'],
      rounds: 2,
      package: undefined,
    });
    expect(() => readFlags(['--only', 'wave'])).toThrow('unknown: wave; known: a11y-scan, ');
    for (const rounds of ['0', '1.5', 'x']) {
      expect(() => readFlags(['--rounds', rounds])).toThrow('--rounds must be a whole number');
    }
  });
});
