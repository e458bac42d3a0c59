import { askReview, type Check } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { toPhrase } from '../in-page/words/languages.ts';

declare function getComputedStyle(
  element: object,
  pseudo?: string,
): { content: string; fontFamily: string; display: string; visibility: string; opacity: string };

/**
 * Two words, or one that is too long for a unit or an abbreviation, which is short in some scripts. Words in quotes
 * as styles have them.
 */
const WORDS =
  /^(["']).{0,500}?(?:\p{L}{2,50}[\s\p{P}]{1,5}\p{L}{2}|\p{L}{5}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2})/su;
/** Fonts that show symbols instead of words, and what the words that stand for them look like. */
const ICON_FONT = /icon|symbol|awesome|glyph|icomoon|fontello/i;
const ICON_NAME = /^"[a-z\d]{1,50}(?:_[a-z\d]{1,50}){1,10}"$/;
const TEXT_MAX = 500;
const QUESTION = 'Do users need this text? It is in the styles and not in the document.';

/** Asks once about each text that styles add and that the document does not have. */
export const check: Check = function* (page) {
  const asked = new Set<string>();
  let texts: ReadonlySet<string> | undefined;
  for (const element of page.elements) {
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element.actualNode, pseudo);
      const value = style.content;
      // Most elements have none, and to read each further style takes time.
      if (value === 'none' || value === 'normal') continue;
      // Behind the slash is what assistive technology gets instead of a symbol.
      const [shown = '', ...instead] = value.split(/" \/ (?=")/);
      const content = instead.length === 0 ? shown : `${shown}"`;
      if (asked.has(content) || !WORDS.test(content)) continue;
      const { display, visibility, opacity, fontFamily } = style;
      if (display === 'none' || visibility !== 'visible' || opacity === '0') continue;
      if (ICON_FONT.test(fontFamily) || ICON_NAME.test(content)) continue;
      // Fonts with symbols show them instead of their names.
      if (fontFamily !== element.getComputedStylePropertyValue('font-family')) continue;
      if (!page.isVisible(element) || isNamed(page, element, content)) continue;
      asked.add(content);
      texts ??= listTexts(page);
      if (texts.has(toPhrase(content))) continue;
      yield askReview(element, QUESTION, { position: pseudo, text: content.slice(1, -1) });
    }
  }
};

/** True if a name or title of the element has the text too, as for a tooltip that styles show. */
function isNamed(page: CheckedPage, element: PageElement, content: string): boolean {
  const names = [page.name(element), element.attr('aria-label'), element.attr('title')];
  return names.some((name) => name !== null && toPhrase(name) === toPhrase(content));
}

/** Returns the short texts of the document, such as headers of a table that styles show again beside each cell. */
function listTexts(page: CheckedPage): ReadonlySet<string> {
  const texts = page.allTexts.map(({ props }) => props.nodeValue ?? '');
  return new Set(texts.filter((text) => text.length <= TEXT_MAX).map(toPhrase));
}
