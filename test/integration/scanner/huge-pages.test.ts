import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page, type Site, scan, serve } from './harness.ts';

const { ruleIds } = resolveRuleSets(['wcag-aa', 'best-practice']);
/** Above 20,000 elements rules run in groups, and contrast runs last. */
const HUGE = 22_000;
/** Above this number of elements selectors are computed for listed elements only; see `isLarge`. */
const LARGE = 3_000;

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `<div style="color:#999">Line ${index}</div>`).join('');
const pictures = (count: number) => Array.from({ length: count }, () => '<img src="/x.png">').join('');
/** Faults of many rules, including rules about the whole page and about frames. */
const FAULTS = `<h3 id="deep">Too deep</h3><button id="bare"></button><input id="field">
  <a href="/" id="link"></a><ul id="list"><div>no item</div></ul><p id="pale" style="color:#aaa">Pale</p>
  <iframe id="untitled" srcdoc="<h4>In a frame</h4><img src=x>"></iframe>`;
const filler = (count: number) => Array.from({ length: count }, () => '<i></i>').join('');

let site: Site;
/** Results of the pages, which are scanned one after the other in one browser. */
let results: PageResult[];
const resultOf = (path: string) =>
  results.find(({ requestedUrl }) => requestedUrl === site.url(path)) as PageResult;
const findingOf = (result: PageResult, ruleId: string) =>
  result.findings.find((finding) => finding.ruleId === ruleId && finding.kind === 'violation');

beforeAll(async () => {
  const pages = {
    '/huge': page(lines(HUGE / 2) + pictures(HUGE / 2)),
    '/small': page(FAULTS),
    '/large': page(FAULTS + filler(LARGE + 500)),
    '/no-frame-small': page(FAULTS.replace(/<iframe.*<\/iframe>/s, '')),
    '/no-frame-large': page(FAULTS.replace(/<iframe.*<\/iframe>/s, '') + filler(LARGE + 500)),
  };
  site = await serve(pages);
  ({ results } = await scan(Object.keys(pages).map(site.url), {
    ruleIds,
    identity: () => '/',
  }));
}, 900_000);
afterAll(() => site.close());

describe('a page of 22,000 elements', () => {
  it('is tested by every rule except, at worst, contrast', () => {
    const result = resultOf('/huge');
    const notRun = result.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId);
    expect(notRun.filter((ruleId) => ruleId !== 'color-contrast')).toEqual([]);
    expect(result.rules).toHaveLength(ruleIds.length);
    expect(findingOf(result, 'image-alt')).toMatchObject({ nodeCount: HUGE / 2 });
    expect(findingOf(result, 'image-alt')?.nodes).toHaveLength(200);
    // If the contrast rule ran, it found all of them.
    if (notRun.length === 0) expect(findingOf(result, 'color-contrast')?.nodeCount).toBe(HUGE / 2);
  });
});

describe('a large page', () => {
  it.each([
    ['/small', '/large'],
    ['/no-frame-small', '/no-frame-large'],
  ])('has the same findings as a small one with the same faults: %s', (small, large) => {
    const view = ({ findings }: PageResult) =>
      findings.flatMap(({ ruleId, kind, impact, nodeCount, nodes }) =>
        nodes.map(({ target, html, fix, identity }) => ({
          ruleId,
          kind,
          impact,
          nodeCount,
          target,
          html,
          fix,
          identity,
        })),
      );
    const [one, other] = [resultOf(small), resultOf(large)];
    expect(view(one).length).toBeGreaterThan(6);
    expect(view(other)).toEqual(view(one));
    const said = ({ rules }: PageResult) => rules.map(({ ruleId, result }) => `${ruleId} ${result}`);
    expect(said(other)).toEqual(said(one));
  });
});
