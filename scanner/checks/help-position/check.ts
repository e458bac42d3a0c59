import { askReview, type Check } from '../check.ts';
import { createTargetReader, listLinksOf, listSiteLandmarks } from '../in-page/site-links.ts';
import { helpNames } from '../in-page/words/help.ts';
import { toPhrase } from '../in-page/words/languages.ts';

const names: ReadonlySet<string> = new Set(helpNames);

/** Proposes the links to help in the landmarks around the content. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const readTarget = createTargetReader(page);
  for (const landmark of listSiteLandmarks(page)) {
    const role = page.role(landmark) ?? '';
    for (const { element, name, target } of listLinksOf(page, landmark, readTarget)) {
      if (!names.has(toPhrase(name))) continue;
      yield askReview(element, 'Is this help elsewhere on other pages?', { name, target, landmark: role });
    }
  }
};
