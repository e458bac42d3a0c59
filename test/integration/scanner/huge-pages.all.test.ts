import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page, type Site, scan, serve } from './harness.ts';
import { expectSameFindings, largePages } from './large-pages.ts';

const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);
/** Above 20,000 elements rules run in groups, and contrast runs last. */
const HUGE = 22_000;

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `<div style="color:#999">Line ${index}</div>`).join('');
const pictures = (count: number) => Array.from({ length: count }, () => '<img src="/x.png">').join('');

let site: Site;
/** Results of the pages, which are scanned one after the other in one browser. */
let results: PageResult[];

beforeAll(async () => {
  const pages = { '/huge': page(lines(HUGE / 2) + pictures(HUGE / 2)), ...largePages };
  site = await serve(pages);
  ({ results } = await scan(Object.keys(pages).map(site.url), { ruleIds, identity: () => '/' }));
}, 900_000);
afterAll(() => site.close());

describe('a page of 22,000 elements', () => {
  it('is tested by every rule except, at worst, contrast', () => {
    const [result] = results;
    if (result === undefined) throw new Error('the page was not scanned');
    const findingOf = (ruleId: string) =>
      result.findings.find((finding) => finding.ruleId === ruleId && finding.kind === 'violation');
    const notRun = result.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId);
    expect(notRun.filter((ruleId) => ruleId !== 'color-contrast')).toEqual([]);
    expect(result.rules).toHaveLength(ruleIds.length);
    expect(findingOf('image-alt')).toMatchObject({ nodeCount: HUGE / 2 });
    expect(findingOf('image-alt')?.nodes).toHaveLength(200);
    // If the contrast rule ran, it found all of them.
    if (notRun.length === 0) expect(findingOf('color-contrast')?.nodeCount).toBe(HUGE / 2);
  });
});

describe('a large page', () => {
  it('has the same findings of every rule as a small one with the same faults', () => {
    expectSameFindings(results.slice(1));
  });
});

it('a table of 8,000 rows is tested by every rule', async () => {
  const rows = Array.from({ length: 8_000 }, (_, index) => `<tr><th>${index}</th><td>a</td><td>b</td></tr>`);
  const head = '<tr><th>Name</th><th>A</th><th>B</th></tr>';
  const served = await serve({
    '/rows': page(`<table>${head}${rows.join('')}</table><table><tr><th>Alone</th></tr></table>`),
  });
  const rulesOfTables = ['th-has-data-cells', 'td-headers-attr', 'scope-attr-valid', 'empty-table-header'];
  const { results: ofRows } = await scan([served.url('/rows')], {
    ruleIds: [...rulesOfTables, 'a11y-header-without-cells'],
  });
  await served.close();
  expect(ofRows[0]?.rules.filter(({ result }) => result === 'not-run')).toEqual([]);
  expect(ofRows[0]?.rules).toContainEqual({ ruleId: 'th-has-data-cells', result: 'review' });
}, 300_000);
