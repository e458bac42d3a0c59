import { countListed } from '../../core/reports/count-listed.ts';
import type { IssueGroup, ReportNode } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import type { PageIndex } from './page-index.ts';
import { renderStates } from './states.ts';
import { html, type Markup } from './template.ts';

/** Maximum number of pages that are listed for one issue group. */
const PAGES_MAX = 50;

/** The elements of an issue group, and how to show them. */
export interface ByPage {
  group: IssueGroup;
  /** Elements to show, without the example, which is shown above the list. */
  elements: readonly ReportNode[];
  pages: PageIndex;
  /** True if there is a baseline; else states mean nothing. */
  compared: boolean;
  render(node: ReportNode): Markup;
}

/** Returns the collapsed elements of an issue group by page, each page with its numbers; false for a single element. */
export function renderByPage({ group, elements, pages, compared, render }: ByPage): Markup | false {
  const counted = countListed(group);
  if (counted < 2) return false;
  const shown = Map.groupBy(elements, ({ pageId }) => pageId);
  const countsByPage = new Map(group.pages.map((page) => [page.pageId, page]));
  const pageIds = new Set([...group.pageIds.slice(0, PAGES_MAX), ...shown.keys()]);
  const rows = [...pageIds].flatMap((pageId) => renderRow(pageId) ?? []);
  const more = group.pageIds.length - pageIds.size;
  return html`<details><summary>${formatCount(counted, group.unlisted > 0 ? 'listed element' : 'element')} by page</summary>
<ul class="plain">${rows}</ul>
${more > 0 && html`<p class="note">${formatCount(more, 'more page')}; the JSON and CSV formats have all of them.</p>`}
</details>`;

  function renderRow(pageId: string): Markup | undefined {
    const nodes = shown.get(pageId) ?? [];
    const onPage = countsByPage.get(pageId);
    const count = onPage && countListed(onPage);
    const pageName = pages.renderRowLink(pageId);
    if (pageName === undefined || count === 0) return undefined;
    return html`<li class="on-page"><p>${pageName}${onPage && html` <span>${formatCount(count ?? 0, 'element')}</span>${compared && html` ${renderStates(onPage)}`}`}${pageId === group.example.pageId && html` <span>${describeExample(count)}</span>`}</p>
${nodes.length > 0 && html`<ol class="elements">${nodes.map((node) => html`<li>${render(node)}</li>`)}</ol>`}</li>`;
  }
}

function describeExample(count: number | undefined): string {
  return count === 1 ? '(shown above)' : '(one of them is shown above)';
}

/** Returns how many elements of a group are shown; false if all are. */
export function describeShown(shown: number, listed: number, unlisted: number): Markup | false {
  const others =
    listed > shown &&
    ` The JSON and CSV formats of this report have ${unlisted === 0 ? 'all of them' : formatNumber(listed)}.`;
  const counted = unlisted > 0 && ` ${formatNumber(unlisted)} were counted but not listed.`;
  return (
    shown < listed + unlisted &&
    html`<p class="note">${formatNumber(shown)} of ${formatCount(listed + unlisted, 'element')} ${shown === 1 ? 'is' : 'are'} shown.${others}${counted}</p>`
  );
}
