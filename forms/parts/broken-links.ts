import type { Report, ReportPage } from '../../core/reports/report.ts';

/** The broken links of a scan, in the order of the report. */
export function brokenLinksOf({ pages }: Report): ReportPage[] {
  return pages.filter(isBrokenLink);
}

/** Whether a page is a broken link: it does not exist, and a link or sitemap leads to it. */
export function isBrokenLink({ outcome }: ReportPage): boolean {
  return outcome === 'broken-link';
}

/** Where a broken link is. @param foundOn as the report has it, or as a format shows it */
export function whereLinked({ foundOn }: Pick<ReportPage, 'foundOn'>): string {
  // A link that no page has comes from a sitemap.
  return foundOn ? `linked from ${foundOn}` : 'listed in a sitemap';
}

/** Returns what is wrong with a broken link, and where the link is. */
export function brokenLinkText(page: ReportPage): string {
  return `${page.detail} It is ${whereLinked(page)}.`;
}

/** Number of pages of the scan without its broken links. */
export function pagesWithoutBroken({ pages }: Report): number {
  return pages.filter((page) => !isBrokenLink(page)).length;
}
