import { type Check, fail, pass } from '../check.ts';

const LETTERS_MIN = 35;
/** Part of the letters of a text that is written from right to left. */
const SHARE = 0.8;
const LETTERS = /\p{L}/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** Tests the texts that are mostly in such a script. */
export const check: Check = function* (page) {
  const selected = new Set(page.elements);
  for (const { element, text } of page.textParts()) {
    const count = text.match(RIGHT_TO_LEFT)?.length ?? 0;
    if (count < LETTERS_MIN || count < (text.match(LETTERS)?.length ?? 0) * SHARE) continue;
    if (element === page.root || !selected.has(element) || !page.isVisible(element)) continue;
    const style = (property: string) => element.getComputedStylePropertyValue(property);
    // The direction of plaintext is that of its first letter.
    if (style('direction') === 'rtl' || style('unicode-bidi') === 'plaintext') yield pass();
    else
      yield fail(
        element,
        'The text is written from right to left, but its direction is from left to right.',
        { letters: count },
      );
  }
};
