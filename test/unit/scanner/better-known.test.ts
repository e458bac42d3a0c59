import { expect, it } from 'vitest';
import { dropNodes, listAnswered } from '../../../scanner/page/better-known.ts';
import type { WireRule } from '../../../scanner/page/in-page/wire-results.ts';
import { finding, node } from '../reports/fixtures.ts';

const [a, b, c] = ['#a', '#b', '#c'].map((selector) => node(selector));
if (a === undefined || b === undefined || c === undefined) throw new Error('no nodes');

const run = {
  findings: [
    finding('link-in-text-block', [a, b], { kind: 'violation', nodeCount: 2 }),
    finding('link-in-text-block', [c], { kind: 'review', nodeCount: 1 }),
    finding('label', [a], { kind: 'violation', nodeCount: 1 }),
  ],
  rules: [
    ['link-in-text-block', 'failed'],
    ['label', 'failed'],
  ] satisfies WireRule[],
};
const dropFrom = (...dropped: (typeof a)[]) => {
  const { findings, rules } = dropNodes(run, new Set(dropped));
  return { left: findings.map(({ ruleId, kind, nodeCount }) => [ruleId, kind, nodeCount]), rules };
};

it('a rule that loses some of its elements keeps its result', () => {
  const { left, rules } = dropFrom(b);
  expect(left[0]).toEqual(['link-in-text-block', 'violation', 1]);
  expect(rules[0]).toEqual(['link-in-text-block', 'failed']);
});

it('a rule that loses all violations only asks, and one without anything has passed', () => {
  expect(dropFrom(a, b).rules).toEqual([
    ['link-in-text-block', 'review'],
    ['label', 'passed'],
  ]);
  expect(dropFrom(a, b, c)).toEqual({
    left: [],
    rules: [
      ['link-in-text-block', 'passed'],
      ['label', 'passed'],
    ],
  });
});

it('elements that are counted but not listed stay', () => {
  const many = {
    findings: [finding('label', [a], { kind: 'violation', nodeCount: 300 })],
    rules: [['label', 'failed']] satisfies WireRule[],
  };
  expect(dropNodes(many, new Set([a]))).toMatchObject({
    findings: [{ nodes: [], nodeCount: 299 }],
    rules: [['label', 'failed']],
  });
});

it.each<[string, WireRule[]]>([
  ['failed with an error', [['a11y-color-link', 'error']]],
  ['did not end', []],
])('a check that %s answers nothing, and the page is not asked', async (_, rules) => {
  const unused = undefined as never;
  expect(await listAnswered(unused, run.findings, rules, unused, unused)).toEqual(new Set());
});
