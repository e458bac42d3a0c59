import { askReview, type Check } from '../check.ts';
import { createTargetReader, listLinksOf, listSiteLandmarks } from '../in-page/site-links.ts';

/** Proposes the landmarks around the content, each with its links. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const readTarget = createTargetReader(page);
  for (const landmark of listSiteLandmarks(page)) {
    const links = listLinksOf(page, landmark, readTarget);
    if (links.length === 0) continue;
    yield askReview(landmark, 'Do these links have other names on other pages?', {
      names: links.map(({ name }) => name),
      targets: links.map(({ target }) => target),
    });
  }
};
