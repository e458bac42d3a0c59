import type { PageElement } from '../axe.ts';
import type { CheckedPage } from '../checked-page.ts';
import type { Layout, TextLayout } from './measure-layout.ts';
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
    if (!page.tests(after.parent) || !/[\p{L}\p{N}]/u.test(after.text)) continue;
    yield { before: normal.texts.get(node), after, layout, normal };
  }
}

/** Returns the element of a text that is read, and not a picture or a copy for the eye only; null for others. */
export function findReadElement(page: CheckedPage, { parent }: TextLayout): PageElement | null {
  const element = page.find(parent);
  return element !== undefined && isRead(element) ? element : null;
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
