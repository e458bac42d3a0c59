import { isWithin } from '../keyboard/dialogs.ts';
import { getDom } from '../keyboard/focus.ts';
import { type Box, intersect, isLarger, readWindow } from './shown.ts';

/** Members of the page's world that the code below uses. */
interface TextRange {
  selectNodeContents(node: object): void;
  getClientRects(): Iterable<Box>;
}
declare const document: {
  createRange(): TextRange;
  elementFromPoint(x: number, y: number): object | null;
};
declare function getComputedStyle(element: object): { getPropertyValue(name: string): string };

/** Width and height in CSS pixels from which content covers something: shadows and borders may touch texts. */
const COVER_MIN = 4;
const CONTROLS = 'img, svg, canvas, video, input, select, textarea, button, iframe';

/**
 * Returns the text, or the name, of an element that content covers; null if it covers nothing. What is within the
 * element under the pointer does not count.
 * @param before what showed without the content
 */
export function findCovered(
  content: object,
  box: Box,
  trigger: object,
  before: ReadonlyMap<object, Box>,
): string | null {
  const { localName, matches, attribute } = getDom();
  const lies = getComputedStyle(content).getPropertyValue('pointer-events') === 'none';
  const window = readWindow();
  for (const element of before.keys()) {
    if (isWithin(element, trigger) || isWithin(element, content)) continue;
    const isControl = matches(element, CONTROLS);
    const text = isControl ? null : readOwnText(element);
    if (!isControl && text === null) continue;
    for (const part of isControl ? [getDom().rect(element)] : (text as OwnText).boxes()) {
      const common = intersect(intersect(part, box), window);
      if (!isLarger(common, COVER_MIN)) continue;
      const [x, y] = [(common.left + common.right) / 2, (common.top + common.bottom) / 2];
      const top = document.elementFromPoint(x, y);
      // Content that lets the pointer pass is not found at the point, but covers it.
      if (!lies && (top === null || !isWithin(top, content))) continue;
      const name = text?.text ?? attribute(element, 'aria-label') ?? attribute(element, 'alt') ?? '';
      return name.trim() === '' ? localName(element) : name.replace(/\s+/g, ' ').trim();
    }
  }
  return null;
}

interface OwnText {
  text: string;
  boxes(): Iterable<Box>;
}

/** Returns the first text that is a child of an element; null without one. */
function readOwnText(element: object): OwnText | null {
  const { firstChild, nextSibling, isText, data } = getDom();
  const nodes: object[] = [];
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isText(child) && /\S/.test(data(child))) nodes.push(child);
  }
  if (nodes.length === 0) return null;
  return {
    text: nodes.map(data).join(' '),
    *boxes() {
      for (const node of nodes) {
        const range = document.createRange();
        range.selectNodeContents(node);
        yield* range.getClientRects();
      }
    },
  };
}
