import type { ScanSettings } from '../../core/scans/scan-settings.ts';
import { formatCount } from '../parts/words.ts';
import { clip, codes } from './parts.ts';
import { html, type Markup } from './template.ts';

const sources: Record<ScanSettings['crawl']['crawl'], string> = {
  none: 'Only those that the scan began with.',
  links: 'By the links of the rendered pages.',
  sitemap: 'By the sitemaps of the site.',
  both: 'By the sitemaps of the site and the links of the rendered pages.',
};

/** How pages were found. */
export function exploring({ crawl }: ScanSettings): Markup {
  return html`
<div><dt>Pages were found</dt><dd>${sources[crawl.crawl]}${crawl.hashRoutes && ' Routes behind a # are pages of their own.'}</dd></div>
<div><dt>robots.txt</dt><dd>Was ${crawl.robots === 'obey' ? 'obeyed' : 'ignored'}.</dd></div>`;
}

/** Which of the pages that were found belong to the scan. */
export function choosing({ crawl }: ScanSettings): Markup {
  return html`
<div><dt>Pages at most</dt><dd>${formatCount(crawl.maxPages, 'page')}${crawl.maxDepth !== null && `, ${formatCount(crawl.maxDepth, 'link')} away from the first ones`}</dd></div>
${list('Only pages like', crawl.includeUrls)}
${list('No pages like', crawl.excludeUrls)}`;
}

/** Under which conditions pages were opened: what is needed to repeat the scan. */
export function opening({ page, expectStatus, signedIn }: ScanSettings): Markup {
  const { viewport } = page;
  return html`
<div><dt>Opened with</dt><dd>A window of ${viewport.width} × ${viewport.height} px${page.mobile && ', as a touch device'}; ${page.colorScheme} colour scheme; ${page.reducedMotion === 'reduce' ? 'reduced motion' : 'no wish for reduced motion'}; language ${page.locale}${signedIn && '; the credentials of the site'}</dd></div>
${page.waitFor !== null && html`<div><dt>Waited for</dt><dd>${'selector' in page.waitFor ? html`<code>${clip(page.waitFor.selector)}</code>` : `${page.waitFor.milliseconds} ms`}</dd></div>`}
${list('Only elements within', page.includeSelectors)}
${list('No elements within', page.excludeSelectors)}
${list('Masked in pictures', page.redactSelectors)}
${expectStatus !== null && html`<div><dt>Expected status</dt><dd>${expectStatus} of the start address</dd></div>`}`;
}

function list(term: string, values: readonly string[]): Markup | false {
  return values.length > 0 && html`<div><dt>${term}</dt><dd>${codes(values)}</dd></div>`;
}
