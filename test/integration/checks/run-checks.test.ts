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
  'a11y-latest-axe': join(trials, 'latest-axe.ts'),
  'a11y-throwing': join(trials, 'throwing.ts'),
};
const PARAGRAPHS = 'a11y-every-paragraph';
const THROWING = 'a11y-throwing';
const LATEST_AXE = 'a11y-latest-axe';
/** A check that the script does not have. */
const REMOVED = 'a11y-removed';
const { ruleIds: axeIds } = resolveRuleSets(['wcag-aaa', 'best-practice'], 'axe');

const pages: Record<string, string> = {
  '/': page('<p id="one">One</p><p class="fine">Two</p><img src="a.png">'),
  '/fine': page('<p class="fine">Fine</p>'),
  '/none': page('<div>No paragraph</div>'),
  '/review': page('<p class="ask" id="asked">One</p>'),
  '/frames': page(
    `<p id="top">Top</p><img src="a.png"><iframe title="One" src="/inner"></iframe>
     <div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<p id="shadow">Shadow</p>'</script>`,
  ),
  '/inner': '<!doctype html><html lang="en"><title>Inner</title><h1>Inner</h1><p id="inner">Inner</p>',
  '/trap-in-frame': page('<p id="top">Top</p><iframe title="Trap" src="/trap"></iframe>'),
  '/trap': '<!doctype html><html lang="en"><title>Trap</title><p class="trap">Trap</p>',
  '/huge': page(`<p>Huge</p><div hidden>${'<i></i>'.repeat(22_000)}</div>`),
  '/many': page('<p>Many</p>'.repeat(450)),
  '/parts': page(
    '<div id="in"><p id="first">1</p><div class="out"><p id="second">2</p></div></div><p id="third">3</p>',
  ),
};

let site: Site;
let script: string;
/** By path: the results with checks, and without. */
const withChecks = new Map<string, PageResult>();
const withoutChecks = new Map<string, PageResult>();

beforeAll(async () => {
  site = await serve(pages);
  script = await bundleChecks(files);
  const paths = ['/', '/fine', '/none', '/review', '/frames', '/many', '/trap-in-frame'];
  for (const [results, ids, scanned] of [
    [withChecks, [PARAGRAPHS, THROWING, REMOVED], paths],
    [withoutChecks, [], ['/', '/frames', '/many']],
  ] as const) {
    const found = await run(scanned, [...axeIds, ...ids]);
    for (const [index, path] of scanned.entries()) results.set(path, found[index] as PageResult);
  }
});
afterAll(() => site.close());

const resultOf = (result: PageResult | undefined, id: string) =>
  result?.rules.find(({ ruleId }) => ruleId === id);
const selectorsOf = (result: PageResult | undefined, id = PARAGRAPHS) =>
  (result?.findings ?? [])
    .filter(({ ruleId }) => ruleId === id)
    .flatMap(({ nodes }) => nodes.map(({ target }) => formatSelector(target)));
const run = async (
  paths: readonly string[],
  ruleIds: readonly string[],
  options: Parameters<typeof scan>[1] = {},
) =>
  (await scan(paths.map(site.url), { ruleIds: [...ruleIds], loadChecks: async () => script, ...options }))
    .results;

describe('the checks of the service itself', () => {
  it('report findings in frames and shadow roots as axe does, and whether anything was tested', () => {
    const ofPaths = ['/', '/fine', '/none', '/review'].map((path) => withChecks.get(path));
    expect(ofPaths.map((result) => resultOf(result, PARAGRAPHS)?.result)).toEqual([
      'failed',
      'passed',
      'inapplicable',
      'review',
    ]);
    const failed = withChecks.get('/');
    expect(selectorsOf(failed)).toEqual(['#one']);
    expect(selectorsOf(withChecks.get('/frames'))).toEqual(['#top', '#host >>> #shadow', 'iframe | #inner']);
    const [node] = failed?.findings.find(({ ruleId }) => ruleId === PARAGRAPHS)?.nodes ?? [];
    expect(node).toMatchObject({
      html: '<p id="one">One</p>',
      fix: { any: ['A paragraph.'], all: [], none: [] },
    });
    expect(node?.checks.any[0]).toMatchObject({ id: PARAGRAPHS, data: { role: null, name: '' } });
    expect(String(node?.checks.any[0]?.data?.text).length).toBeLessThan(250);
    const found = withChecks.get('/many')?.findings.find(({ ruleId }) => ruleId === PARAGRAPHS);
    expect([found?.nodes.length, found?.nodeCount]).toEqual([200, 450]);
  });

  it('test the part of the page that the scan selects', async () => {
    const settings = { includeSelectors: ['#in'], excludeSelectors: ['.out'] };
    const [result] = await run(['/parts'], ['image-alt', PARAGRAPHS], { settings });
    expect(selectorsOf(result)).toEqual(['#first']);
  });

  it('name the checks that ran in the engine, and none without checks', () => {
    expect(withChecks.get('/')?.engine.checks).toMatch(/^[\da-f]{8}$/);
    expect(withoutChecks.get('/')?.engine).not.toHaveProperty('checks');
  });

  it.each(['/', '/frames', '/many'])('leave the findings of axe as they are, byte for byte: %s', (path) => {
    const selectAxe = (result: PageResult | undefined) =>
      JSON.stringify({
        findings: result?.findings.filter(({ ruleId }) => !ruleId.startsWith('a11y-')),
        rules: result?.rules.filter(({ ruleId }) => !ruleId.startsWith('a11y-')),
        markups: result?.markups,
      });
    expect(selectAxe(withChecks.get(path))).toBe(selectAxe(withoutChecks.get(path)));
    expect(selectorsOf(withChecks.get(path)).length).toBeGreaterThan(0);
  });
});

describe('a check that does not end', () => {
  it('is stopped and did not run; the others have their results', async () => {
    const ruleIds = ['image-alt', 'a11y-endless', PARAGRAPHS, THROWING];
    const [result] = await run(['/'], ruleIds, { pageTimeoutMs: 10_000 });
    expect(resultOf(result, 'a11y-endless')).toEqual({
      ruleId: 'a11y-endless',
      result: 'not-run',
      reason: 'The rule took too long on this page.',
    });
    expect(result?.outcome).toBe('partially-scanned');
    expect(selectorsOf(result)).toEqual(['#one']);
    expect(selectorsOf(result, 'image-alt')).toEqual(['img']);
    expect(resultOf(result, THROWING)?.result).toBe('failed');
  });
});

describe('a check that throws', () => {
  it('did not run and has no findings, also if it throws in one frame only', () => {
    const result = withChecks.get('/trap-in-frame');
    expect(resultOf(result, THROWING)).toEqual({
      ruleId: THROWING,
      result: 'not-run',
      reason: 'The rule failed with an error on this page.',
    });
    expect(selectorsOf(result, THROWING)).toEqual([]);
    expect(selectorsOf(result)).toEqual(['#top', 'iframe | p']);
  });
});

it('says that a check gave no result if the script does not have it', () => {
  expect(resultOf(withChecks.get('/'), REMOVED)).toEqual({
    ruleId: REMOVED,
    result: 'not-run',
    reason: 'a11y-scan gave no result for the rule.',
  });
});

it('use the axe of the last run if a large page needs several', async () => {
  // Two rules of which each is a group of its own.
  const [large, small] = await run(['/huge', '/fine'], ['image-alt', 'target-size', LATEST_AXE]);
  expect([large, small].map((result) => resultOf(result, LATEST_AXE)?.result)).toEqual(['passed', 'passed']);
  expect(resultOf(large, 'target-size')?.result).not.toBe('not-run');
});
