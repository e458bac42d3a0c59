import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { type Site, scan, serve } from '../scanner/harness.ts';
import { allCases, expectFindings, listServed, toOutcome, toPath } from './case-pages.ts';

/** Hundreds of pages are scanned, also on slow machines. */
const SCANS_TIMEOUT_MS = 900_000;

let site: Site;
let results: Map<string, PageResult>;

/**
 * Scans the pages of the checks with the same needs in one browser, which is much cheaper than a browser for each
 * check, and than all checks on each page.
 */
beforeAll(async () => {
  site = await serve(listServed());
  results = new Map();
  for (const [need, ofNeed] of Map.groupBy(checks, ({ needs }) => needs)) {
    const ids = ofNeed.map(({ id }) => id);
    const cases = allCases.filter(({ check }) => ids.includes(check));
    const urls = cases.flatMap(({ check, pages }) => pages.map((_, index) => site.url(toPath(check, index))));
    const scanned = await scan(urls, { ruleIds: ['document-title', ...ids] });
    expect(scanned.results, need).toHaveLength(urls.length);
    for (const result of scanned.results) results.set(result.requestedUrl, result);
  }
}, SCANS_TIMEOUT_MS);
afterAll(() => site.close());

describe.each(allCases)('$check, in a scan with all checks of its kind', ({ check, pages }) => {
  it.each(pages.map((each, index) => [each.shows, each, index] as const))('%s', (_shows, each, index) => {
    const result = results.get(site.url(toPath(check, index)));
    const ended = new Map(result?.rules.map((rule) => [rule.ruleId, rule.result]));
    expectFindings(each, toOutcome(check, result?.findings ?? [], ended));
  });
});
