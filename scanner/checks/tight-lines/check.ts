import { askOnce, askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import { isElement, isText } from '../in-page/nodes.ts';
import { blockTags, joinTexts } from '../in-page/text-blocks.ts';
import { definition } from './definition.ts';

declare const Range: new () => {
  selectNodeContents(node: object): void;
  getClientRects(): Iterable<{ top: number; width: number }>;
};

/** Minimum length of the text, and of one that is certainly read as text, unlike that of a logo or a title. */
const TEXT_MIN = 80;
const LONG_TEXT_MIN = 120;
const LINES_MIN = 3;
/** Minimum length and number of lines of a text that is only asked about, once a page. */
const SHORT_TEXT_MIN = 40;
const FEW_LINES_MIN = 2;
/** Minimum height of a line by the size of the font; that of fonts themselves is about 1.2. */
const FACTOR_MIN = 1.1;

/** Maximum sizes of the font of text, and of large text that may be a title. Larger text is often tight on purpose. */
const TEXT_SIZE_MAX = 24;
const TITLE_SIZE_MAX = 32;

/** Tests the blocks of text whose styles set the height of lines. */
export const check: Check = function* (page) {
  const short: PageElement[] = [];
  for (const block of page.byTag(...blockTags)) {
    const { lineHeight, fontSize } = readLook(block);
    const texts = listTexts(block);
    const { length } = joinTexts(texts);
    if (length < SHORT_TEXT_MIN || fontSize > TITLE_SIZE_MAX || !page.isVisible(block)) continue;
    const isTight = lineHeight > 0 && lineHeight < FACTOR_MIN * fontSize;
    const lines = isTight ? countLines(block, texts, lineHeight) : 0;
    if (length < TEXT_MIN || lines < LINES_MIN) {
      if (lines >= FEW_LINES_MIN && fontSize <= TEXT_SIZE_MAX) short.push(block);
      else if (length >= TEXT_MIN) yield pass();
    } else {
      const factor = Math.round((lineHeight / fontSize) * 100) / 100;
      const message = `The height of a line is ${factor} times the size of the font.`;
      if (length >= LONG_TEXT_MIN && fontSize <= TEXT_SIZE_MAX) yield fail(block, message, { factor });
      else yield askReview(block, `${message} ${definition.question}`, { factor });
    }
  }
  yield* askOnce(
    short.map((element) => ({ element })),
    definition.question ?? '',
  );
};

function readLook(element: PageElement) {
  const read = (property: string) => Number.parseFloat(element.getComputedStylePropertyValue(property));
  return { lineHeight: read('line-height'), fontSize: read('font-size') };
}

/** Returns the texts of a block and of the inline elements within it whose lines have the same height. */
function listTexts(block: PageElement): PageNode[] {
  const look = readLook(block);
  const texts: PageNode[] = [];
  const open = block.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) texts.push(node);
    else if (isElement(node) && node.getComputedStylePropertyValue('display') === 'inline') {
      const { lineHeight, fontSize } = readLook(node);
      if (lineHeight === look.lineHeight && fontSize === look.fontSize)
        open.push(...node.children.toReversed());
    }
  }
  return texts;
}

/** Counts the lines of texts, without those that the block cuts off. */
function countLines(block: PageElement, texts: readonly PageNode[], lineHeight: number): number {
  const { y, height } = block.boundingClientRect;
  const isCut = block.getComputedStylePropertyValue('overflow-y') !== 'visible';
  const tops = texts.flatMap((text) => {
    const range = new Range();
    range.selectNodeContents(text.actualNode);
    return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
  });
  let [lines, last] = [0, Number.NEGATIVE_INFINITY];
  for (const top of tops.sort((a, b) => a - b)) {
    // Texts of one line can be a bit higher or lower than others.
    if (top - last < lineHeight / 2 || (isCut && top + lineHeight / 2 > y + height)) continue;
    lines += 1;
    last = top;
  }
  return lines;
}
