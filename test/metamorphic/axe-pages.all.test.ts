import { beforeAll, describe, expect, it } from 'vitest';
import { axePages } from './axe-pages.ts';
import { judge, type Verdict } from './judge.ts';

const verdicts = new Map<string, Verdict>();

beforeAll(async () => {
  const pages = axePages.flatMap(({ bad, good }) => [...bad, ...good]);
  for (const [index, verdict] of (await judge(pages)).entries())
    verdicts.set(pages[index]?.name ?? '', verdict);
}, 600_000);

describe.each(axePages)('$rule', ({ rule, bad, good }) => {
  it.each(bad)('is violated, or asks: $name', ({ name }) => {
    expect(verdicts.get(name)?.findings.map((finding) => finding.split(' ')[0])).toContain(rule);
  });

  it.each(good)('has nothing to report: $name', ({ name }) => {
    expect(verdicts.get(name)?.findings).toEqual([]);
  });
});
