import { rules } from '../core/rule-sets/rules.ts';
import type { PageResult } from '../core/scans/page-result.ts';
import { SiteChecks } from '../core/site-checks/site-checks.ts';

/** Returns the results of the pages of a site with what the checks over a site choose, like a report. */
export function compareSite(pages: readonly PageResult[]): PageResult[] {
  const siteChecks = new SiteChecks(rules.map(({ ruleId }) => ruleId));
  for (const result of pages) {
    const { pageId, requestedUrl: url } = result;
    siteChecks.observe({ pageId, identity: url, url }, result, result, false);
  }
  return pages.map((result) => siteChecks.apply(result));
}
