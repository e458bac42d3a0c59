import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { formatSelector } from '../../../core/scans/selector-text.ts';
import { bundleChecks } from '../../../scanner/checks/build-script.ts';
import { page, type Site, scan, serve } from '../scanner/harness.ts';

const trials = join(import.meta.dirname, 'trials');
const files = {
  'a11y-endless': join(trials, 'endless.ts'),
  'a11y-every-paragraph': join(trials, 'every-paragraph.ts'),
  'a11y-throwing': join(trials, 'throwing.ts'),
};
const loadChecks = () => bundleChecks(files);
const PARAGRAPHS = 'a11y-every-paragraph';

let site: Site;
const pages: Record<string, string> = {
  '/': page('<p id="one">One</p><p class="fine">Two</p><img src="a.png">'),
  '/fine': page('<p class="fine">Fine</p>'),
  '/none': page('<div>No paragraph</div>'),
  '/review': page('<p class="ask" id="asked">One</p>'),
  '/frames': page(
    `<p id="top">Top</p><img src="a.png"><iframe title="One" src="/inner"></iframe>
     <div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<p id="shadow">Shadow</p>'</script>`,
  ),
  '/inner':
    '<!doctype html><html lang="en"><title>Inner</title><main><h1>Inner</h1><p id="inner">Inner</p></main>',
  '/trap-in-frame': page('<p id="top">Top</p><iframe title="Trap" src="/trap"></iframe>'),
  '/trap': '<!doctype html><html lang="en"><title>Trap</title><p class="trap">Trap</p>',
  '/huge': page(`<p>Huge</p><div hidden>${'<i></i>'.repeat(22_000)}</div>`),
  '/many': page('<p>Many</p>'.repeat(450)),
  '/parts': page(
    '<div id="in"><p id="first">1</p><div class="out"><p id="second">2</p></div></div><p id="third">3</p>',
  ),
};

beforeAll(async () => {
  site = await serve(pages);
});
afterAll(() => site.close());

const resultOf = (result: PageResult | undefined, id: string) =>
  result?.rules.find(({ ruleId }) => ruleId === id);
const selectorsOf = (result: PageResult | undefined, id = PARAGRAPHS) =>
  (result?.findings ?? [])
    .filter(({ ruleId }) => ruleId === id)
    .flatMap(({ nodes }) => nodes.map(({ target }) => formatSelector(target)));
const run = async (paths: string[], ruleIds: string[], options: Parameters<typeof scan>[1] = {}) =>
  (await scan(paths.map(site.url), { ruleIds: ['image-alt', ...ruleIds], loadChecks, ...options })).results;

describe('the checks of the service itself', () => {
  it('report findings in frames and shadow roots as axe does, and whether anything was tested', async () => {
    const [failed, passed, none, review, frames, many] = await run(
      ['/', '/fine', '/none', '/review', '/frames', '/many'],
      [PARAGRAPHS],
    );
    expect(selectorsOf(failed)).toEqual(['#one']);
    expect([failed, passed, none, review].map((result) => resultOf(result, PARAGRAPHS)?.result)).toEqual([
      'failed',
      'passed',
      'inapplicable',
      'review',
    ]);
    expect(selectorsOf(frames)).toEqual(['#top', '#host >>> #shadow', 'iframe | #inner']);
    const [node] = failed?.findings.find(({ ruleId }) => ruleId === PARAGRAPHS)?.nodes ?? [];
    expect(node).toMatchObject({
      html: '<p id="one">One</p>',
      fix: { any: ['A paragraph.'], all: [], none: [] },
    });
    expect(node?.checks.any[0]).toMatchObject({ id: PARAGRAPHS, data: { role: null, name: '' } });
    expect(String(node?.checks.any[0]?.data?.text).length).toBeLessThan(250);
    const found = many?.findings.find(({ ruleId }) => ruleId === PARAGRAPHS);
    expect([found?.nodes.length, found?.nodeCount]).toEqual([200, 450]);
  });

  it('test the part of the page that the scan selects', async () => {
    const settings = { includeSelectors: ['#in'], excludeSelectors: ['.out'] };
    const [result] = await run(['/parts'], [PARAGRAPHS], { settings });
    expect(selectorsOf(result)).toEqual(['#first']);
  });

  it('name the checks that ran in the engine, and none without checks', async () => {
    const [withChecks] = await run(['/'], [PARAGRAPHS]);
    const [without] = await run(['/'], []);
    expect(withChecks?.engine.checks).toMatch(/^[\da-f]{8}$/);
    expect(without?.engine).not.toHaveProperty('checks');
  });

  it('leave the findings of axe as they are, byte for byte', async () => {
    const paths = ['/', '/frames', '/many'];
    const { ruleIds } = resolveRuleSets(['wcag-aaa', 'best-practice'], 'axe');
    const withChecks = await run(paths, [...ruleIds, PARAGRAPHS]);
    const without = await run(paths, ruleIds);
    const ofAxe = (results: PageResult[]) =>
      results.map(({ findings, rules, markups }) => ({
        findings: findings.filter(({ ruleId }) => ruleId !== PARAGRAPHS),
        rules: rules.filter(({ ruleId }) => ruleId !== PARAGRAPHS),
        markups,
      }));
    expect(JSON.stringify(ofAxe(withChecks))).toBe(JSON.stringify(ofAxe(without)));
    expect(withChecks.flatMap((result) => selectorsOf(result)).length).toBeGreaterThan(0);
  });
});

describe('a check that does not end', () => {
  it('is stopped and did not run; the others have their results', async () => {
    const [result] = await run(['/'], Object.keys(files), { pageTimeoutMs: 20_000 });
    expect(resultOf(result, 'a11y-endless')).toEqual({
      ruleId: 'a11y-endless',
      result: 'not-run',
      reason: 'The rule took too long on this page.',
    });
    expect(result?.outcome).toBe('partially-scanned');
    expect(selectorsOf(result)).toEqual(['#one']);
    expect(selectorsOf(result, 'image-alt')).toEqual(['img']);
    expect(resultOf(result, 'a11y-throwing')?.result).toBe('failed');
  });
});

describe('a check that throws', () => {
  it('did not run and has no findings, also if it throws in one frame only', async () => {
    const [result] = await run(['/trap-in-frame'], [PARAGRAPHS, 'a11y-throwing']);
    expect(resultOf(result, 'a11y-throwing')).toEqual({
      ruleId: 'a11y-throwing',
      result: 'not-run',
      reason: 'The rule failed with an error on this page.',
    });
    expect(selectorsOf(result, 'a11y-throwing')).toEqual([]);
    expect(selectorsOf(result)).toEqual(['#top', 'iframe | p']);
  });
});

it('says that a check gave no result if the script does not have it', async () => {
  const [result] = await run(['/'], ['a11y-removed']);
  expect(resultOf(result, 'a11y-removed')).toEqual({
    ruleId: 'a11y-removed',
    result: 'not-run',
    reason: 'a11y-scan gave no result for the rule.',
  });
});

it('use the axe of the last run if a large page needs several', async () => {
  const id = 'a11y-latest-axe';
  const latest = () => bundleChecks({ [id]: join(trials, 'latest-axe.ts') });
  // Two rules of which each is a group of its own.
  const ruleIds = ['target-size', id];
  const [large, small] = await run(['/huge', '/fine'], ruleIds, { loadChecks: latest });
  expect([large, small].map((result) => resultOf(result, id)?.result)).toEqual(['passed', 'passed']);
  expect(resultOf(large, 'target-size')?.result).not.toBe('not-run');
});
