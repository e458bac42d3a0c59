import { askReview, type Check } from '../check.ts';

const QUESTION =
  'Do users need this shortcut, is it documented, and is it free in browsers and screen readers?';

/** Asks about each shortcut; axe-core reports those that two elements share. */
export const check: Check = function* (page) {
  for (const element of page.byAttribute('accesskey')) {
    const key = (element.attr('accesskey') ?? '').trim();
    if (key !== '' && page.isVisible(element)) yield askReview(element, QUESTION, { key });
  }
};
