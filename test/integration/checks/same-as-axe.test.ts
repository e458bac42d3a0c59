import { describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { scan, serve } from '../scanner/harness.ts';
import { allIds, axeIds, interactivePages, notRunInFight, scanRepeatedly } from './interactive-pages.ts';

const selectAxe = (results: PageResult[]) =>
  JSON.stringify(
    results.map(({ findings, rules, markups, framesNotScanned }) => ({
      findings: findings.filter(({ ruleId }) => !ruleId.startsWith('a11y-')),
      rules: rules.filter(({ ruleId }) => !ruleId.startsWith('a11y-')),
      markups,
      framesNotScanned,
    })),
  );

describe('the interaction with a page', () => {
  it('leaves the findings of axe and their pictures as they are, byte for byte', async () => {
    const site = await serve(interactivePages);
    const urls = [site.url('/changing'), site.url('/still')];
    const options = { settings: { screenshots: 'all' } as const };
    const before = await scan(urls, { ruleIds: axeIds, ...options });
    const after = await scan(urls, { ruleIds: allIds, ...options });
    await site.close();
    expect(selectAxe(after.results)).toBe(selectAxe(before.results));
    expect(before.pictures.size).toBeGreaterThan(2);
    expect(
      after.results.flatMap(({ findings }) => findings).some(({ ruleId }) => ruleId.startsWith('a11y-')),
    ).toBe(true);
  });

  it('gives the same results each time, also if fields fight for the focus', async () => {
    const { texts, notRun } = await scanRepeatedly('/fight', 2);
    expect(notRun).toEqual(notRunInFight);
    expect(texts.size).toBe(1);
  });
});
