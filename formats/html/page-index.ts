import type { Report, ReportPage } from '../../core/reports/report.ts';
import { renderLink, truncateText } from './parts.ts';
import { html, type Markup } from './template.ts';

const TITLE_LENGTH_MAX = 150;

/** The pages of a report by id, each with its number in the HTML report. */
export class PageIndex {
  readonly #pages: Map<string, { page: ReportPage; number: number }>;

  constructor(pages: Report['pages']) {
    this.#pages = new Map(pages.map((page, index) => [page.id, { page, number: index + 1 }]));
  }

  /** Returns a link to the page, with its title, if it has one, and its address. */
  renderLink(pageId: string, url: string): Markup {
    return renderPageLink(url, this.#pages.get(pageId)?.page.title ?? null);
  }

  /** Returns the page's title; its address if it has none. */
  getName(pageId: string, url: string): string {
    return getPageName({ title: this.#pages.get(pageId)?.page.title ?? null, requestedUrl: url });
  }

  /** Returns a link to the row of a page in the table of pages; undefined for an unknown id. */
  renderRowLink(pageId: string): Markup | undefined {
    const known = this.#pages.get(pageId);
    return (
      known &&
      html`<a href="#page-${known.number}"><bdi>${getPageName(known.page)}</bdi></a> <span class="url">${truncateText(getPath(known.page.requestedUrl), 120)}</span>`
    );
  }

  /** Returns the numbers of pages as ranges, which the script's filter parses: `1-4 7`. */
  formatNumbers(pageIds: readonly string[]): string {
    const numbers = pageIds
      .flatMap((id) => this.#pages.get(id)?.number ?? [])
      .sort((one, other) => one - other);
    const runs: [number, number][] = [];
    for (const number of numbers) {
      const run = runs.at(-1);
      if (run !== undefined && number <= run[1] + 1) run[1] = number;
      else runs.push([number, number]);
    }
    return runs.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ');
  }
}

/** Returns a link to a page with its title and address; with its address alone if it has no title. */
export function renderPageLink(url: string, title: string | null): Markup {
  if (!title?.trim()) return renderLink(url, truncateText(url));
  return html`${renderLink(url, html`<bdi>${truncateText(title, TITLE_LENGTH_MAX)}</bdi>`)} <span class="url">${truncateText(url)}</span>`;
}

/** Returns a page's title; its address if it has none. */
export function getPageName({ title, requestedUrl }: Pick<ReportPage, 'title' | 'requestedUrl'>): string {
  return title?.trim() ? truncateText(title, TITLE_LENGTH_MAX) : truncateText(requestedUrl, TITLE_LENGTH_MAX);
}

function getPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
