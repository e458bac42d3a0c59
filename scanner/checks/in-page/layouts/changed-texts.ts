import type { PageElement } from '../axe.ts';
import type { CheckedPage } from '../checked-page.ts';
import { getDom } from '../keyboard/focus.ts';
import { getParent, type Layout, type TextLayout } from './measure-layout.ts';
import type { LayoutName } from './recorder.ts';

/** Names of fonts whose letters are pictures, which other spacings replace by the letters themselves. */
const ICON_FONT = /icon|symbol|awesome|glyph|material/i;

/** A text before and after the layout changed. */
export interface ChangedText {
  /** Undefined if the text was not rendered in the window of the scan. */
  before: TextLayout | undefined;
  after: TextLayout;
}

/** Yields the texts to test that are shown in another layout and that are there to be read. */
export function* listChangedTexts(
  page: CheckedPage,
  name: LayoutName,
): Generator<ChangedText & { layout: Layout; normal: Layout }> {
  const [normal, layout] = [page.layouts.get('normal'), page.layouts.get(name)];
  if (normal === undefined || layout === undefined) return;
  for (const [node, after] of layout.texts) {
    if (!/[\p{L}\p{N}]/u.test(after.text) || isExcluded(page, after.parent)) continue;
    yield { before: normal.texts.get(node), after, layout, normal };
  }
}

/**
 * Returns the element of a text that is read, and not a picture or a copy for the eye only; null for others. Of a text
 * that the page shows only in that layout, it is the innermost element around it that still exists.
 */
export function findReadElement(
  page: CheckedPage,
  { after, layout }: Pick<ChangedText, 'after'> & { layout: Layout },
): PageElement | null {
  for (const node of listAround(after.parent, layout)) {
    const element = page.find(node);
    if (element !== undefined) return isRead(element) ? element : null;
    if (isExcluded(page, node)) return null;
  }
  return null;
}

/** True if an element exists that the scan does not test. */
export function isExcluded(page: CheckedPage, node: object): boolean {
  return !page.isComplete && page.find(node) === undefined && getDom().isConnected(node);
}

/** Yields an element and those around it: those that were there in a layout, and then those around them now. */
function* listAround(element: object, { parents }: Layout): Generator<object> {
  let up: object | null = element;
  for (; up !== null && parents.has(up); up = parents.get(up) ?? null) yield up;
  for (; up !== null; up = getParent(up)) yield up;
}

function isRead(element: PageElement): boolean {
  if (ICON_FONT.test(element.getComputedStylePropertyValue('font-family'))) return false;
  for (let up: PageElement | null = element; up !== null; up = up.parent as PageElement | null) {
    if (up.attr('aria-hidden') === 'true') return false;
  }
  return true;
}

/** Returns the begin of a text for a message. */
export function quote(text: string): string {
  const short = text.slice(0, QUOTE_READ).replace(/\s+/g, ' ').trim();
  return short.length > QUOTE_MAX ? `“${short.slice(0, QUOTE_MAX)}…”` : `“${short}”`;
}

const QUOTE_MAX = 60;
const QUOTE_READ = 300;
