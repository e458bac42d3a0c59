import { askReview, type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  type ChangedText,
  findReadElement,
  listChangedTexts,
  quote,
} from '../in-page/layouts/changed-texts.ts';
import type { Layout, TextLayout } from '../in-page/layouts/measure-layout.ts';
import { definition } from './definition.ts';

/** The page is scrolled sideways by less than this without losing text, in CSS pixels. */
const SCROLL_MIN = 16;
/** The width of the window in CSS pixels that the success criterion names, and the least of a frame with text. */
const WINDOW_WIDTH = 320;
const FRAME_MIN = 200;
/** Minimum length of a text, and of its words, that is read line by line. */
const LENGTH_MIN = 40;
const WORDS_MIN = 6;
/** How much longer than its longest word a line must be to have several words. */
const WORD_SHARE = 1.6;
/** Elements and roles whose content can need two dimensions. */
const twoDimensionalTags: ReadonlySet<string> = new Set(
  'pre code samp kbd svg math canvas video iframe textarea select table'.split(' '),
);
const twoDimensionalRoles: ReadonlySet<string> = new Set(
  'application code figure graphics-document grid img math table textbox toolbar treegrid'.split(' '),
);
/** How many elements are reported: those of one column are narrower than the window together, or none is. */
const REPORTED_MAX = 20;

/** Tests text in a window that is as narrow as the success criterion says. */
export const check: Check = function* (page) {
  const layout = page.layouts.get('narrow');
  if (layout === undefined) return;
  // A frame that is wider is what the page around it has to change, and a small one shows no text to read.
  const isWindow = page.isTop || (layout.width >= FRAME_MIN && layout.width <= WINDOW_WIDTH);
  if (!isWindow) return;
  const reported = new Set<PageElement>();
  let farthest: (ChangedText & { element: PageElement }) | null = null;
  for (const changed of listChangedTexts(page, 'narrow')) {
    const { after } = changed;
    const { widest, text } = after;
    if (after.beyond <= SCROLL_MIN) {
      yield pass();
      continue;
    }
    if (after.isHeldSideways) continue;
    const element = findReadElement(page, changed);
    if (element === null || needsTwoDimensions(page, element)) continue;
    const width = widest.right - widest.left;
    const isProse = hasSeveralWords(after);
    // Where its lines begin, a text lies in the window, or little beside it.
    const start = layout.growsLeft ? layout.width - widest.right : widest.left;
    const begins = start < layout.width && start > -layout.width;
    if (isProse && begins && width > layout.width) {
      const box = page.find(after.wideBox ?? after.parent) ?? element;
      if (reported.has(box) || reported.size === REPORTED_MAX) continue;
      reported.add(box);
      yield fail(
        box,
        `In a window of ${layout.width} CSS pixels, a line of the text ${quote(text)} is ${Math.round(width)} pixels wide.`,
        { width: Math.round(width), scrollsSideways: layout.scrollsSideways },
      );
    } else if (layout.scrollsSideways > SCROLL_MIN && isOnPage(after, layout)) {
      if (farthest === null || after.beyond > farthest.after.beyond) farthest = { ...changed, element };
    }
  }
  if (reported.size === 0 && farthest !== null) {
    const { element, after } = farthest;
    yield askReview(
      element,
      `In a window of ${layout.width} CSS pixels, the page scrolls sideways to ${quote(after.text)}. ${definition.question}`,
      { right: Math.round(layout.width + after.beyond), scrollsSideways: layout.scrollsSideways },
    );
  }
};

/** True unless the line lies before the edge at which the page begins: no scrolling reaches it there. */
function isOnPage({ farthest }: TextLayout, { growsLeft, width }: Layout): boolean {
  return growsLeft ? farthest.right < width : farthest.left > 0;
}

/** True if the widest line of a text has more than one word: a browser cannot break a word. */
function hasSeveralWords({ text, widest, length }: TextLayout): boolean {
  const words = text.trim().split(/\s+/);
  const letters = words.join(' ').length;
  const longest = words.reduce((max, word) => Math.max(max, word.length), 0);
  const inLine = ((widest.right - widest.left) / length) * letters;
  return letters >= LENGTH_MIN && words.length >= WORDS_MIN && inLine > longest * WORD_SHARE;
}

/** True if the content around a text may need a layout in two dimensions. */
function needsTwoDimensions(page: CheckedPage, element: PageElement): boolean {
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    const role = page.role(up);
    if (role !== null && twoDimensionalRoles.has(role)) return true;
    if (twoDimensionalTags.has(up.props.nodeName) && role !== 'presentation' && role !== 'none') return true;
  }
  return false;
}
