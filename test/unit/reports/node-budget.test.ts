import { describe, expect, it } from 'vitest';
import { FindingsInMemory } from '../../../core/reports/finding-store.ts';
import { NODES_BEYOND_BUDGET, NodeBudget } from '../../../core/reports/node-budget.ts';
import { ReportBuilder } from '../../../core/reports/report-builder.ts';
import { aboutSite, finding, node, page, result, scan } from './fixtures.ts';

/** Returns which of the elements of some findings are kept. */
const kept = (budget: NodeBudget, ...lengths: number[][]) =>
  lengths.map((finding) => finding.filter((length, index) => budget.reserve(length, index)).length);
const elements = (count: number, length = 100) => Array<number>(count).fill(length);

describe('the elements of a report', () => {
  it('are all kept while the budget lasts', () => {
    expect(kept(new NodeBudget({ length: 500, beyond: 0 }), elements(3), elements(2))).toEqual([3, 2]);
  });

  it('are a few of each further finding after the budget is used up', () => {
    const budget = new NodeBudget({ length: 500, beyond: 100_000 });
    expect(kept(budget, elements(4), elements(9))).toEqual([4, NODES_BEYOND_BUDGET]);
    expect(kept(budget, elements(4), elements(9))).toEqual([NODES_BEYOND_BUDGET, NODES_BEYOND_BUDGET]);
  });

  it('are omitted if even those few exceed the budget, and remain omitted', () => {
    const budget = new NodeBudget({ length: 0, beyond: 400 });
    expect(kept(budget, elements(5), elements(5))).toEqual([3, 1]);
    expect(kept(budget, [1])).toEqual([0]);
    expect(budget.mayFit(0)).toBe(false);
  });

  it('can be refused before they are measured', () => {
    const budget = new NodeBudget({ length: 100, beyond: 100 });
    expect([budget.mayFit(0), budget.mayFit(50)]).toEqual([true, true]);
    expect(budget.reserve(101, 50)).toBe(false);
    expect([budget.mayFit(0), budget.mayFit(50)]).toEqual([true, false]);
  });
});

describe('a report with more elements than its budget', () => {
  const nodes = (pageId: string) =>
    Array.from({ length: 20 }, (_, index) => node(`#${pageId}-${index}`, { html: 'x'.repeat(200) }));
  const pages = ['a', 'b', 'c', 'd'].map((pageId, position) => page(pageId, { position }));
  const results = pages.map(({ pageId }) =>
    result(pageId, [finding('label', nodes(pageId)), finding('region', nodes(pageId), { nodeCount: 300 })]),
  );
  const failOn = { total: 10, review: false, minCoverage: 0, onNoBaseline: 'report' as const };
  const subject = {
    scan: scan({ config: { rules: ['wcag-aa', 'best-practice'], priority: 'normal', failOn } }),
    ...aboutSite,
  };
  const built = async (reversed = false) => {
    const store = new FindingsInMemory();
    const builder = new ReportBuilder(subject, store, new NodeBudget({ length: 30_000, beyond: 100_000 }));
    const resultOf = new Map(results.map((each) => [each.pageId, { result: each, resultKey: '' }]));
    for (const group of builder.listPageGroups(reversed ? pages.toReversed() : pages))
      await builder.add(group, (pageId) => resultOf.get(pageId));
    const report = await builder.head();
    const nodesOf = new Map(
      report.violations.map(({ ruleId }) => [ruleId, store.of('violation', ruleId)] as const),
    );
    return { report, nodesOf };
  };

  it('has examples of each rule and page, and the true numbers everywhere', async () => {
    const { report, nodesOf } = await built();
    expect(report.violations.map(({ ruleId, nodeCount }) => [ruleId, nodeCount])).toEqual([
      ['region', 1_200],
      ['label', 80],
    ]);
    for (const of of nodesOf.values()) {
      expect(of.filter(({ pageId }) => pageId === 'a')).toHaveLength(20);
      expect(of.filter(({ pageId }) => pageId === 'd')).toHaveLength(NODES_BEYOND_BUDGET);
    }
    expect(report.summary.violations.elements).toBe(1_280);
    expect(report.comparison.violations.unknown).toBe(1_280);
    expect(report.pages.map(({ violations }) => violations)).toEqual([320, 320, 320, 320]);
    expect(report.gate.reasons).toMatchObject([{ code: 'total', count: 80 }]);
  });

  it('omits the same elements for any order of pages', async () => {
    const [one, other] = [await built(), await built(true)];
    expect(JSON.stringify(other.report)).toBe(JSON.stringify(one.report));
    expect(JSON.stringify([...other.nodesOf])).toBe(JSON.stringify([...one.nodesOf]));
  });
});
