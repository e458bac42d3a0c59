import type { ScanSettings } from '../../scans/scan-settings.ts';
import { countOf } from './parts.ts';
import { html, type Markup } from './template.ts';

const sources: Record<ScanSettings['crawl']['crawl'], string> = {
  none: 'only those it began with',
  links: 'links of the rendered pages',
  sitemap: 'the sitemaps of the site',
  both: 'the sitemaps of the site and links of the rendered pages',
};

/** How pages were found and under which conditions they were opened: what is needed to repeat the scan. */
export function renderConditions({ crawl, page, expectStatus, signedIn }: ScanSettings): Markup {
  const { viewport } = page;
  const depth = crawl.maxDepth === null ? '' : `, ${countOf(crawl.maxDepth, 'link')} deep`;
  return html`
<div><dt>Further pages</dt><dd>${sources[crawl.crawl]}; at most ${countOf(crawl.maxPages, 'page')} in all${depth}; robots.txt was ${crawl.robots === 'obey' ? 'obeyed' : 'ignored'}${crawl.hashRoutes && '; routes behind a # are pages of their own'}</dd></div>
${list('Only pages like', crawl.includeUrls)}
${list('No pages like', crawl.excludeUrls)}
<div><dt>Opened with</dt><dd>a window of ${viewport.width} × ${viewport.height} px${page.mobile && ', as a touch device'}; ${page.colorScheme} colour scheme; ${page.reducedMotion === 'reduce' ? 'reduced motion' : 'no wish for reduced motion'}; language ${page.locale}${signedIn && '; the credentials of the site'}</dd></div>
${page.waitFor !== null && html`<div><dt>Waited for</dt><dd>${'selector' in page.waitFor ? html`<code>${page.waitFor.selector}</code>` : `${page.waitFor.milliseconds} ms`}</dd></div>`}
${list('Only elements within', page.includeSelectors)}
${list('No elements within', page.excludeSelectors)}
${expectStatus !== null && html`<div><dt>Expected status</dt><dd>${expectStatus} of the start address</dd></div>`}`;
}

function list(term: string, values: readonly string[]): Markup | false {
  return (
    values.length > 0 &&
    html`<div><dt>${term}</dt><dd>${values.map((value, index) => html`${index > 0 && ', '}<code>${value}</code>`)}</dd></div>`
  );
}
