import { type Check, fail, pass } from '../check.ts';
import { listTextBlocks } from '../in-page/text-blocks.ts';

/** Minimum length of text that has several lines. */
const TEXT_MIN = 80;
/** Minimum height of two lines, as a multiple of the font size. */
const TWO_LINES = 2;
/** Scripts without spaces between words. */
const SCRIPTS_WITHOUT_SPACES = /[\u0e00-\u0eff\u3040-\u30ff\u4e00-\u9fff]/;

/** Tests blocks of text with several lines. */
export const check: Check = function* (page) {
  for (const { block, text } of listTextBlocks(page, TEXT_MIN)) {
    if (
      block.getComputedStylePropertyValue('text-align') !== 'justify' ||
      SCRIPTS_WITHOUT_SPACES.test(text)
    ) {
      yield pass();
      continue;
    }
    const size = Number.parseFloat(block.getComputedStylePropertyValue('font-size'));
    if (block.boundingClientRect.height >= size * TWO_LINES) yield fail(block, 'The text is justified.');
  }
};
