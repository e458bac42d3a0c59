import type { Report, ReportPage } from '../../core/reports/report.ts';
import { formatCount } from './words.ts';

/** Returns the broken links of a scan, in the order of the report. */
export function listBrokenLinks({ pages }: Report): ReportPage[] {
  return pages.filter(isBrokenLink);
}

/** True if a page is a broken link: it does not exist, and a link or sitemap leads to it. */
export function isBrokenLink({ outcome }: ReportPage): boolean {
  return outcome === 'broken-link';
}

/**
 * Returns where a broken link is.
 * @param foundOn as in the report, or as a format renders it
 */
export function describeLinkSource({ foundOn }: Pick<ReportPage, 'foundOn'>): string {
  // If no page has the link, it is from a sitemap.
  return foundOn ? `linked from ${foundOn}` : 'listed in a sitemap';
}

/** Returns what follows a sentence on the scanned pages, such as `, and 2 broken links were found`; empty for none. */
export function formatBrokenLinksSuffix(report: Report): string {
  const broken = listBrokenLinks(report).length;
  if (broken === 0) return '';
  return `, and ${formatCount(broken, 'broken link')} ${broken === 1 ? 'was' : 'were'} found`;
}

/** Returns what is wrong with a broken link, and where the link is. */
export function describeBrokenLink(page: ReportPage): string {
  return `${page.detail} It is ${describeLinkSource(page)}.`;
}

export function countPagesWithoutBrokenLinks({ pages }: Report): number {
  return pages.filter((page) => !isBrokenLink(page)).length;
}
