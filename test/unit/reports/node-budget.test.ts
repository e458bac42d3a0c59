import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../core/reports/build-report.ts';
import { renderHtml } from '../../../core/reports/html/render-html.ts';
import { NODES_BEYOND, NODES_LENGTH_MAX, NodeBudget } from '../../../core/reports/node-budget.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import type { FrontierPage } from '../../../core/scans/scan.ts';
import { readResults } from '../../../functions/finish-scan/read-results.ts';
import { aboutSite, finding, node, page, result, scan } from './fixtures.ts';

const nodes = (count: number, length = 100) =>
  Array.from({ length: count }, (_, index) => node(`#n${index}`, { html: 'x'.repeat(length) }));
const kept = ({ findings }: PageResult) => findings.map((each) => each.nodes.length);
/** Of one element of `nodes()` on the page `a`, in the report. */
const one = JSON.stringify(nodes(1)[0]).length + result('a').requestedUrl.length + result('a').pageId.length;

describe('the elements of a whole report', () => {
  it('are all kept while there is room', () => {
    const given = result('a', [finding('label', nodes(3)), finding('region', nodes(2))]);
    expect(new NodeBudget().thinned(given)).toEqual(given);
    expect(kept(new NodeBudget({ length: 5 * one, beyond: 0 }).thinned(given))).toEqual([3, 2]);
  });

  it('are a few of each further finding once it is used up, with their true number', () => {
    const budget = new NodeBudget({ length: 5 * one, beyond: 1_000 * one });
    const given = (pageId: string) =>
      result(pageId, [finding('label', nodes(4)), finding('region', nodes(9))]);
    const thinned = ['a', 'b'].map((pageId) => budget.thinned(given(pageId)));
    expect(thinned.map(kept)).toEqual([
      [4, NODES_BEYOND],
      [NODES_BEYOND, NODES_BEYOND],
    ]);
    expect(thinned[1]?.findings.map(({ nodeCount }) => nodeCount)).toEqual([4, 9]);
    expect(thinned[1]?.findings[1]?.nodes).toEqual(nodes(9).slice(0, NODES_BEYOND));
  });

  it('keep the number that the page itself counted', () => {
    const budget = new NodeBudget({ length: 0, beyond: 0 });
    const { findings } = budget.thinned(result('a', [finding('label', nodes(4), { nodeCount: 700 })]));
    expect(findings[0]).toMatchObject({ nodeCount: 700, nodes: [] });
  });

  it('are none when even those few come to too much, and stay none', () => {
    const budget = new NodeBudget({ length: 0, beyond: 4 * one });
    const given = result('a', [finding('label', nodes(5)), finding('region', nodes(5))]);
    expect(kept(budget.thinned(given))).toEqual([3, 1]);
    expect(kept(budget.thinned(result('a', [finding('label', nodes(1, 1))])))).toEqual([0]);
  });
});

describe('the results of a scan of many large pages', () => {
  const PAGES = 400;
  const pages = Array.from({ length: PAGES }, (_, position) =>
    page(`p${position}`, { position, resultKey: `results/p${position}` }),
  );
  // 200 elements of 1.1 kB for each of five rules, as a page of a broken template has.
  const rules = ['color-contrast', 'label', 'link-name', 'image-alt', 'region'];
  const findings = rules.map((rule) => finding(rule, nodes(200, 1_000)));
  let open = 0;
  let mostOpen = 0;
  const read = async (key: string) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    // Later pages are there first.
    for (let turn = 0; turn < 10 - (Number(key.slice(-1)) % 8); turn++) await null;
    open -= 1;
    return new TextEncoder().encode(JSON.stringify(result(key.slice('results/'.length), findings)));
  };

  it('are thinned as they are read, in the order of the report, and never whole at once', async () => {
    const results = await readResults(read, pages.toReversed());
    expect(mostOpen).toBeLessThanOrEqual(8);
    const length = JSON.stringify(results).length;
    expect(length).toBeGreaterThan(NODES_LENGTH_MAX * 0.9);
    // The lists of rules that ran are no elements: 400 pages have 4 MB of them.
    expect(length).toBeLessThan(NODES_LENGTH_MAX * 1.5);

    const report = buildReport({ scan: scan(), ...aboutSite, pages, results });
    expect(report.violations.map(({ ruleId, nodeCount }) => [ruleId, nodeCount])).toEqual(
      rules.toSorted().map((rule) => [rule, PAGES * 200]),
    );
    for (const { nodes: of } of report.violations) {
      expect(of.filter(({ pageId }) => pageId === 'p0')).toHaveLength(200);
      expect(of.filter(({ pageId }) => pageId === 'p399')).toHaveLength(NODES_BEYOND);
    }
    expect(report.summary.violations.elements).toBe(PAGES * 1_000);
    expect(report.pages.map(({ violations }) => violations)).toEqual(Array(PAGES).fill(1_000));
    expect(await renderHtml(report)).toContain(
      'were counted but not kept, because a page or the whole scan had too many.',
    );
  }, 60_000);

  it('lose the same elements whatever the order of the pages', async () => {
    const few = pages.slice(0, 12);
    const thinned = (given: FrontierPage[]) =>
      readResults(read, given, new NodeBudget({ length: 3_000_000, beyond: 20_000 }));
    expect(await thinned(few.toReversed())).toEqual(await thinned(few));
  });

  it('give pages that do not count no room', async () => {
    const movedTo = { pageId: 'p0', origin: 'https://shop.example' };
    const [first, second, third] = pages as [FrontierPage, FrontierPage, FrontierPage];
    const given = [first, { ...second, movedTo }, third];
    const results = await readResults(read, given, new NodeBudget({ length: 2_500_000, beyond: 0 }));
    expect(results.map(kept)).toEqual([Array(5).fill(200), [], Array(5).fill(200)]);
  });

  it('name what is missing or another page', async () => {
    await expect(readResults(async () => undefined, pages)).rejects.toThrow(
      'the result results/p0 is not in the bucket',
    );
    const other = async () => new TextEncoder().encode(JSON.stringify(result('else')));
    await expect(readResults(other, pages)).rejects.toThrow('the result results/p0 is of another page');
  });
});
