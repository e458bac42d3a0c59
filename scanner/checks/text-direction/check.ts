import { askOnce, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { definition } from './definition.ts';

/** Minimum number of letters of a text that certainly is prose, and of one that is only asked about. */
const LETTERS_MIN = 35;
const FEW_LETTERS_MIN = 6;
/** Part of the letters of a text that is written in one direction. */
const SHARE = 0.8;
const LETTERS = /\p{L}/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

const OF_ONE_WORD = /^\s*\S*\s*$/;

/** Tests the texts that are mostly in such a script, and asks about those of another script with its direction. */
export const check: Check = function* (page) {
  const selected = new Set(page.elements);
  const unsure: PageElement[] = [];
  for (const { element, text } of page.textParts()) {
    const count = text.match(RIGHT_TO_LEFT)?.length ?? 0;
    const letters = text.match(LETTERS)?.length ?? 0;
    const isRightToLeft = count >= letters * SHARE;
    const isLeftToRight = count <= letters * (1 - SHARE);
    if (letters < FEW_LETTERS_MIN || (!isRightToLeft && !isLeftToRight)) continue;
    const style = (property: string) => element.getComputedStylePropertyValue(property);
    if (isLeftToRight && style('direction') !== 'rtl') continue;
    if (element === page.root || !selected.has(element) || !page.isVisible(element)) continue;
    // The direction of plaintext is that of its first letter.
    const isRight = (style('direction') === 'rtl') === isRightToLeft || style('unicode-bidi') === 'plaintext';
    if (isRight) yield pass();
    else if (isLeftToRight || letters < LETTERS_MIN) {
      // The direction of one word, or of a text without punctuation at its end, changes nothing that users see.
      if (!OF_ONE_WORD.test(text) && /\p{P}\s*$/u.test(text)) unsure.push(element);
    } else
      yield fail(
        element,
        'The text is written from right to left, but its direction is from left to right.',
        { letters: count },
      );
  }
  yield* askOnce(
    unsure.map((element) => ({ element })),
    definition.question ?? '',
  );
};
