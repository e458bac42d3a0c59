import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { indexIds, readIds } from '../in-page/fields.ts';
import { getFileName, namesLogo } from '../in-page/image-files.ts';
import { isElement, isText } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

/** Minimum area and height of a drawing that is more than a symbol, in CSS pixels. */
const AREA_MIN = 10_000;
const HEIGHT_MIN = 50;
const TEXT_MAX = 2_000;
const QUESTION = 'Does this graphic show something that users need and that no text says?';
/** Elements around a graphic that name it, or have a text about it. */
const naming: ReadonlySet<string> = new Set(['a', 'button', 'summary', 'label', 'svg']);
/** Elements whose text nobody gets. */
const silent: ReadonlySet<string> = new Set(['style', 'script', 'metadata', 'defs', 'symbol', 'template']);
/** Short texts for browsers that cannot draw say nothing about the drawing. */
const FALLBACK = /browser|canvas|javascript|navigateur|navegador/i;
const FALLBACK_MAX = 200;
const LEVELS_MAX = 30;

/** Tests drawings without a name, and logos with an empty alternative. */
export const check: Check = function* (page) {
  let ids: ReadonlyMap<string, PageElement> | undefined;
  const isDescribed = (graphic: PageElement) =>
    readIds(graphic, 'aria-describedby').some((id) => {
      ids ??= indexIds(page);
      const text = ids.get(id);
      return text !== undefined && readText(text, TEXT_MAX) !== '';
    });
  for (const graphic of page.byTag('canvas', 'svg', 'img')) {
    const isImage = graphic.props.nodeName === 'img';
    const isTested = isImage ? isUnnamedLogo(graphic) : isLarge(graphic);
    if (!isTested || !page.isVisible(graphic)) continue;
    if (isNamed(page, graphic) || isDescribed(graphic)) yield pass();
    else if (!isHidden(page, graphic)) yield askReview(graphic, QUESTION);
  }
};

/** True for an image with an empty alternative whose file is a logo. */
function isUnnamedLogo(image: PageElement): boolean {
  return image.attr('alt') === '' && namesLogo(getFileName(image.attr('src') ?? ''));
}

function isLarge({ boundingClientRect: { width, height } }: PageElement): boolean {
  return width * height >= AREA_MIN && height >= HEIGHT_MIN;
}

/** True if the graphic, text within it or an element around it has a name or a text. */
function isNamed(page: CheckedPage, graphic: PageElement): boolean {
  let up = graphic.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    const role = page.role(up) ?? '';
    if (naming.has(up.props.nodeName) || role === 'button' || role === 'link') return true;
    if ((role === 'img' || role === 'figure') && page.name(up) !== '') return true;
    up = up.parent as PageElement | null;
  }
  return page.name(graphic) !== '' || hasTextWithin(page, graphic);
}

/** True if assistive technology gets a text within a drawing that may say what it shows. */
function hasTextWithin(page: CheckedPage, graphic: PageElement): boolean {
  let text = '';
  const open = [graphic];
  for (let next = open.pop(); next !== undefined && text.length < FALLBACK_MAX; next = open.pop()) {
    const own = next.children.filter(isText).map(({ props }) => props.nodeValue ?? '');
    own.push(next === graphic ? '' : (next.attr('aria-label') ?? ''), next.attr('alt') ?? '');
    // A title or description is not drawn.
    const isPerceived = ['title', 'desc'].includes(next.props.nodeName) || page.isExposed(next);
    if (/\S/.test(own.join('')) && isPerceived) text += ` ${own.join(' ').trim()}`;
    for (const child of next.children) {
      if (isElement(child) && !silent.has(child.props.nodeName)) open.push(child);
    }
  }
  const isFallback = graphic.props.nodeName === 'canvas' && text.length < FALLBACK_MAX && FALLBACK.test(text);
  return text !== '' && !isFallback;
}

/** True if the page says that a drawing is decoration. An empty alternative of a logo may be a mistake. */
function isHidden(page: CheckedPage, graphic: PageElement): boolean {
  return ['none', 'presentation'].includes(graphic.attr('role') ?? '') || !page.isExposed(graphic);
}
