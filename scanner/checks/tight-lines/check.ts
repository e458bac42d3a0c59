import { type Check, fail, pass } from '../check.ts';
import { listTextBlocks } from '../in-page/text-blocks.ts';

const TEXT_MIN = 120;
const LINES_MIN = 3;
/** Minimum height of a line by the size of the font; that of fonts themselves is about 1.2. */
const FACTOR_MIN = 1.1;

/** Tests the blocks of text whose styles set the height of lines. */
export const check: Check = function* (page) {
  for (const { block } of listTextBlocks(page, TEXT_MIN)) {
    const lineHeight = Number.parseFloat(block.getComputedStylePropertyValue('line-height'));
    const fontSize = Number.parseFloat(block.getComputedStylePropertyValue('font-size'));
    const hasLines = block.boundingClientRect.height >= LINES_MIN * lineHeight;
    if (hasLines && lineHeight > 0 && lineHeight < FACTOR_MIN * fontSize) {
      const factor = Math.round((lineHeight / fontSize) * 100) / 100;
      yield fail(block, `The height of a line is ${factor} times the size of the font.`, { factor });
    } else yield pass(block);
  }
};
