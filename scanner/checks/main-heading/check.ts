import { askReview, type Check, pass } from '../check.ts';
import { findMain } from '../in-page/main.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

/** Minimum length of a main content that users would look for. */
const TEXT_MIN = 80;
const TEXT_MAX = 50_000;
const QUESTION = 'How do users find the beginning of the main content, which has no heading?';

/** Tests the main content of the page. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const main = findMain(page);
  if (main === undefined) return;
  const at = page.elements.indexOf(main);
  const linksBefore = page.elements.slice(0, at).some(({ props }) => props.nodeName === 'a');
  const text = readText(main, TEXT_MAX);
  if (!linksBefore || (text !== null && text.length < TEXT_MIN)) return;
  const hasHeading = [...listNodesWithin(main)].some(
    (node) =>
      isElement(node) && page.role(node) === 'heading' && page.isVisible(node) && page.name(node) !== '',
  );
  yield hasHeading ? pass(main) : askReview(main, QUESTION);
};
