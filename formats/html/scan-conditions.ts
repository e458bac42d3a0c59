import type { ScanSettings } from '../../core/scans/scan-settings.ts';
import { formatCount } from '../parts/words.ts';
import { renderCodes, truncateText } from './parts.ts';
import { html, type Markup } from './template.ts';

const discoverySources: Record<ScanSettings['crawl']['crawl'], string> = {
  none: 'Not used: the scan has its start URLs and listed pages only.',
  links: 'Links of the rendered pages.',
  sitemap: 'Sitemaps of the site.',
  both: 'Sitemaps of the site and links of the rendered pages.',
};

/** Returns how the scan discovered pages. */
export function renderDiscovery({ crawl }: ScanSettings): Markup {
  return html`
<div><dt>Page discovery</dt><dd>${discoverySources[crawl.crawl]}${crawl.hashRoutes && ' A route behind # counts as a page.'}</dd></div>
<div><dt>robots.txt</dt><dd>${crawl.robots === 'obey' ? 'Obeyed' : 'Ignored'}</dd></div>`;
}

/** Returns the settings that select the pages of the scan. */
export function renderPageSelection({ crawl }: ScanSettings): Markup {
  return html`
<div><dt>Maximum</dt><dd>${formatCount(crawl.maxPages, 'page')}${crawl.maxDepth !== null && `, at most ${formatCount(crawl.maxDepth, 'link')} away from the first pages`}</dd></div>
${renderList('Only URLs like', crawl.includeUrls)}
${renderList('Excluded URLs', crawl.excludeUrls)}`;
}

/** Returns the conditions under which pages were opened. They are needed to repeat the scan. */
export function renderPageConditions({ page, expectStatus, expectLogin, signedIn }: ScanSettings): Markup {
  const { viewport } = page;
  return html`
<div><dt>Opened with</dt><dd>Viewport ${viewport.width} × ${viewport.height} px${page.mobile && ', as a touch device'}; ${page.colorScheme} color scheme; ${page.reducedMotion === 'reduce' ? 'reduced motion' : 'no preference for reduced motion'}; language ${page.locale}${signedIn && '; the credentials of the site'}</dd></div>
${page.waitFor !== null && html`<div><dt>Waited for</dt><dd>${'selector' in page.waitFor ? html`<code>${truncateText(page.waitFor.selector)}</code>` : `${page.waitFor.milliseconds} ms`}</dd></div>`}
${renderList('Only elements within', page.includeSelectors)}
${renderList('Excluded elements', page.excludeSelectors)}
${renderList('Masked in pictures', page.redactSelectors)}
${expectStatus !== null && html`<div><dt>Expected status</dt><dd>${expectStatus} of the start URL</dd></div>`}
${expectLogin && html`<div><dt>Expected</dt><dd>A login form at the start URL</dd></div>`}`;
}

function renderList(term: string, values: readonly string[]): Markup | false {
  return values.length > 0 && html`<div><dt>${term}</dt><dd>${renderCodes(values)}</dd></div>`;
}
