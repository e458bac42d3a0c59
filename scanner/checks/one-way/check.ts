import { askReview, type Check } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { readIds, readInputType } from '../in-page/fields.ts';
import {
  createTargetReader,
  LINKS_MAX,
  listLinksOf,
  listSiteLandmarks,
  TEXT_MAX,
} from '../in-page/site-links.ts';
import { listTables } from '../in-page/tables.ts';
import { findTitle } from '../in-page/title.ts';
import { isFilterName, isOverviewName, isSearchName } from './words.ts';

declare const location: { pathname: string; search: string };

const QUESTION = 'Is there a second way to find this page?';

/** Proposes the page, with what it offers to find others, and each landmark with the addresses that it leads to. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const readTarget = createTargetReader(page);
  const landmarks = listSiteLandmarks(page).map((element) => ({
    element,
    targets: listLinksOf(page, element, readTarget).map(({ target }) => target),
  }));
  const path = location.pathname + location.search;
  // Links to longer addresses are not compared.
  if (path.length <= TEXT_MAX) {
    // The title stands for the page: what the root contains changes with everything.
    yield askReview(findTitle(page)?.title ?? page.root, QUESTION, {
      path,
      // Of a long list of links only the first ones are read.
      offersOverview: offersOverview(page) || landmarks.some(({ targets }) => targets.length === LINKS_MAX),
    });
  }
  for (const { element, targets } of landmarks) {
    if (targets.length > 0) yield askReview(element, QUESTION, { targets });
  }
};

/** True if the page has a search, or a link to one or to a list of all pages. */
function offersOverview(page: CheckedPage): boolean {
  const isFilter = createFilterReader(page);
  const fields = [...page.byTag('input'), ...page.byAttribute('role')].filter((field) =>
    isSearch(page, field),
  );
  return (
    fields.some((field) => !isFilter(field)) ||
    page.byTag('search').length > 0 ||
    page.byAttribute('role').some((element) => page.role(element) === 'search') ||
    page.byTag('button', 'input').some((control) => isSearchName(page.name(control)) && !isFilter(control)) ||
    page.byTag('a').some((link) => {
      const name = page.name(link);
      // A search may open within the page; a list of its own parts is no list of pages.
      return isSearchName(name) || (isOverviewName(name) && !(link.attr('href') ?? '').startsWith('#'));
    })
  );
}

/** True for a field to search, also one that is hidden until users open it. */
function isSearch(page: CheckedPage, field: PageElement): boolean {
  const type = readInputType(field);
  if (page.role(field) === 'searchbox' || type === 'search') return true;
  return type === 'text' && /\bsearch/i.test(field.attr('name') ?? '');
}

/** Returns a function that recognizes fields that filter a table of the page. */
function createFilterReader(page: CheckedPage): (field: PageElement) => boolean {
  const tables = new Set(listTables(page).map(({ element }) => element.attr('id')));
  return (field) => {
    const names = [page.name(field), field.attr('placeholder'), field.attr('aria-label')];
    const controls = readIds(field, 'aria-controls');
    return names.some((name) => isFilterName(name ?? '')) || controls.some((id) => tables.has(id));
  };
}
