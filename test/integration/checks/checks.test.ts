import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { formatSelector } from '../../../core/scans/selector-text.ts';
import { page, type Site, scan, serve } from '../scanner/harness.ts';
import type { CheckCases, CheckPage } from './cases/check-cases.ts';

const folder = join(import.meta.dirname, 'cases');
const files = readdirSync(folder).filter((name) => name !== 'check-cases.ts');
const all: CheckCases[] = await Promise.all(
  files.map(async (name) => ((await import(join(folder, name))) as { cases: CheckCases }).cases),
);
const toPath = (check: string, index: number) => `/${check}/${index}`;

/** Hundreds of pages are scanned, also on slow machines. */
const SCANS_TIMEOUT_MS = 900_000;

let site: Site;
let results: Map<string, PageResult>;

/**
 * Scans the pages of the checks with the same needs in one browser, which is much cheaper than a browser for each
 * check, and than all checks on each page.
 */
beforeAll(async () => {
  const pages = all.flatMap(({ check, pages }) =>
    pages.flatMap(({ html, files = {} }, index): [string, Parameters<typeof serve>[0][string]][] => [
      [toPath(check, index), html.startsWith('<!doctype') ? html : page(html)],
      ...Object.entries(files),
    ]),
  );
  site = await serve(Object.fromEntries(pages));
  results = new Map();
  for (const [need, ofNeed] of Map.groupBy(checks, ({ needs }) => needs)) {
    const ids = ofNeed.map(({ id }) => id);
    const cases = all.filter(({ check }) => ids.includes(check));
    const urls = cases.flatMap(({ check, pages }) => pages.map((_, index) => site.url(toPath(check, index))));
    const scanned = await scan(urls, { ruleIds: ['document-title', ...ids] });
    expect(scanned.results, need).toHaveLength(urls.length);
    for (const result of scanned.results) results.set(result.requestedUrl, result);
  }
}, SCANS_TIMEOUT_MS);
afterAll(() => site.close());

/** Returns the selectors of what a check reports on a page, by kind, sorted. */
function listFindings(result: PageResult | undefined, check: string, kind: 'violation' | 'review'): string[] {
  return (result?.findings ?? [])
    .filter((finding) => finding.ruleId === check && finding.kind === kind)
    .flatMap(({ nodes }) => nodes.map(({ target }) => formatSelector(target)))
    .sort();
}

describe.each(all)('$check', ({ check, pages }) => {
  it.each(pages.map((each, index) => [each.shows, each, index] as const))(
    '%s',
    (_shows, { violations = [], reviews = [], data }: CheckPage, index) => {
      const result = results.get(site.url(toPath(check, index)));
      expect(result?.rules.find(({ ruleId }) => ruleId === check)?.result).not.toBe('not-run');
      expect({
        violations: listFindings(result, check, 'violation'),
        reviews: listFindings(result, check, 'review'),
      }).toEqual({ violations: violations.toSorted(), reviews: reviews.toSorted() });
      if (data !== undefined) {
        const nodes = result?.findings.filter(({ ruleId }) => ruleId === check).flatMap((each) => each.nodes);
        const evidence = nodes?.flatMap(({ checks }) => checks.any.map((each) => each.data));
        expect(evidence).toContainEqual(expect.objectContaining(data));
      }
    },
  );

  it('has at least six pages: with the fault, without it, and borderline', () => {
    expect(pages.length).toBeGreaterThanOrEqual(6);
    expect(new Set(pages.map(({ kind }) => kind))).toEqual(new Set(['bad', 'good', 'borderline']));
  });
});

it('has pages for every check', () => {
  expect(all.map(({ check }) => check).sort()).toEqual(checks.map(({ id }) => id));
});
