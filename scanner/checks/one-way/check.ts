import { askReview, type Check } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { readInputType } from '../in-page/fields.ts';
import {
  createTargetReader,
  LINKS_MAX,
  listLinksOf,
  listSiteLandmarks,
  TEXT_MAX,
} from '../in-page/site-links.ts';
import { findTitle } from '../in-page/title.ts';
import { toPhrase } from '../in-page/words/languages.ts';
import { overviewNames } from './words.ts';

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
  return (
    page
      .byTag('input')
      .some((input) => readInputType(input) === 'search' || /\bsearch/i.test(input.attr('name') ?? '')) ||
    page.byTag('search').length > 0 ||
    page.byAttribute('role').some((element) => ['search', 'searchbox'].includes(page.role(element) ?? '')) ||
    page.byTag('a', 'button', 'input').some((control) => overviewNames.has(toPhrase(page.name(control))))
  );
}
