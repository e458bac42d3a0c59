import type { IssueGroup, ReportNode } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from '../parts/words.ts';
import type { PageIndex } from './page-index.ts';
import { stateBadges } from './states.ts';
import { html, type Markup } from './template.ts';

/** Pages that are named one by one for each issue group. */
const PAGES_MAX = 50;

/** What the elements of an issue group are shown with. */
export interface ByPage {
  group: IssueGroup;
  /** Those that are shown, without the example, which stands above. */
  elements: readonly ReportNode[];
  pages: PageIndex;
  /** Whether states say anything. */
  compared: boolean;
  render(node: ReportNode): Markup;
}

/** The elements of an issue group in a fold, page by page, each page with its numbers; false for a single element. */
export function renderByPage({ group, elements, pages, compared, render }: ByPage): Markup | false {
  const counted = group.elements - group.suppressed;
  if (counted < 2) return false;
  const shown = Map.groupBy(elements, ({ pageId }) => pageId);
  const numbers = new Map(group.pages.map((page) => [page.pageId, page]));
  const pageIds = new Set([...group.pageIds.slice(0, PAGES_MAX), ...shown.keys()]);
  const rows = [...pageIds].flatMap((pageId) => rowOf(pageId) ?? []);
  const more = group.pageIds.length - pageIds.size;
  return html`<details><summary>The ${formatCount(counted, group.unlisted > 0 ? 'listed element' : 'element')} by page</summary>
<ul class="plain">${rows}</ul>
${more > 0 && html`<p class="note">${formatCount(more, 'more page')}; the JSON and CSV formats name them all.</p>`}
</details>`;

  function rowOf(pageId: string): Markup | undefined {
    const nodes = shown.get(pageId) ?? [];
    const onPage = numbers.get(pageId);
    const count = onPage && onPage.elements - onPage.suppressed;
    const named = pages.row(pageId);
    if (named === undefined || count === 0) return undefined;
    return html`<li class="on-page"><p>${named}${onPage && html` <span>${formatCount(count ?? 0, 'element')}</span>${compared && html` ${stateBadges(onPage)}`}`}${pageId === group.example.pageId && html` <span>${aboveOf(count)}</span>`}</p>
${nodes.length > 0 && html`<ol class="elements">${nodes.map((node) => html`<li>${render(node)}</li>`)}</ol>`}</li>`;
  }
}

function aboveOf(count: number | undefined): string {
  return count === 1 ? '(shown above)' : '(one of them is shown above)';
}

/** What a group says of elements that are not shown. */
export function notShownOf(shown: number, listed: number, unlisted: number): Markup | false {
  const formats = 'The JSON and CSV formats of this report have';
  const others = listed > shown && ` ${formats} ${unlisted === 0 ? 'the others' : formatNumber(listed)}.`;
  const counted = unlisted > 0 && ` ${formatNumber(unlisted)} were counted without being listed.`;
  return (
    shown < listed + unlisted &&
    html`<p class="note">Shown are ${formatNumber(shown)} of ${formatCount(listed + unlisted, 'element')}.${others}${counted}</p>`
  );
}
