import { askReview, type Check } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isText, listNodesWithin } from '../in-page/nodes.ts';
import { toPhrase } from '../in-page/words/languages.ts';

declare function getComputedStyle(
  element: object,
  pseudo?: string,
): { content: string; fontFamily: string; display: string };

/** Two words, or one that is too long for a unit or an abbreviation. Words in quotation marks as styles have them. */
const WORDS = /^(["']).{0,500}?(?:\p{L}{2,50}[\s\p{P}]{1,5}\p{L}{2}|\p{L}{5})/su;
const TEXT_MAX = 500;
const QUESTION = 'Do users need this text? It is in the styles and not in the document.';

/** Asks once about each text that styles add and that the document does not have. */
export const check: Check = function* (page) {
  const asked = new Set<string>();
  let texts: ReadonlySet<string> | undefined;
  for (const element of page.elements) {
    for (const pseudo of ['::before', '::after']) {
      const { content, fontFamily, display } = getComputedStyle(element.actualNode, pseudo);
      if (display === 'none' || asked.has(content) || !WORDS.test(content)) continue;
      // Fonts with symbols show them instead of their names.
      if (fontFamily !== element.getComputedStylePropertyValue('font-family')) continue;
      if (!page.isVisible(element)) continue;
      asked.add(content);
      texts ??= listTexts(page);
      if (texts.has(toPhrase(content))) continue;
      yield askReview(element, QUESTION, { position: pseudo, text: content.slice(1, -1) });
    }
  }
};

/** Returns the short texts of the document, such as headers of a table that styles show again beside each cell. */
function listTexts(page: CheckedPage): ReadonlySet<string> {
  const texts = [...listNodesWithin(page.root)].filter(isText).map(({ props }) => props.nodeValue ?? '');
  return new Set(texts.filter((text) => text.length <= TEXT_MAX).map(toPhrase));
}
