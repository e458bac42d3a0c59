import { askReview, type Check } from '../check.ts';
import { readText } from '../in-page/text.ts';
import { findTitle } from '../in-page/title.ts';

const HEADING_MAX = 150;

/** Proposes the title of the page, with its first main heading. */
export const check: Check = function* (page) {
  const found = page.isWhole ? findTitle(page) : undefined;
  if (found === undefined || found.text === '') return;
  const heading = page.byTag('h1').find((each) => page.isExposed(each));
  yield askReview(found.title, 'Is this title that of other pages too?', {
    title: found.text,
    heading: heading === undefined ? '' : (readText(heading, HEADING_MAX) ?? ''),
  });
};
