import { type Check, fail } from '../check.ts';
import { createTargetReader, listLinksOf, listSiteLandmarks } from '../in-page/site-links.ts';

const navigation: ReadonlySet<string> = new Set(['navigation']);
/** Minimum number of links of a navigation whose order is compared. */
const LINKS_MIN = 3;

/** Proposes the navigations of the page, each with its links. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const readTarget = createTargetReader(page);
  const numbers = new Map<string, number>();
  for (const landmark of listSiteLandmarks(page, navigation)) {
    const name = page.name(landmark);
    const number = numbers.get(name) ?? 1;
    numbers.set(name, number + 1);
    const links = listLinksOf(page, landmark, readTarget);
    if (links.length < LINKS_MIN) continue;
    yield fail(landmark, 'Are these links in another order on other pages?', {
      name,
      number: String(number),
      names: links.map((link) => link.name),
      targets: links.map(({ target }) => target),
    });
  }
};
