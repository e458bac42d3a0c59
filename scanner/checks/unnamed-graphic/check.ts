import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { getFileName } from '../in-page/image-files.ts';
import { isElement, listNodesWithin } from '../in-page/nodes.ts';
import { readText } from '../in-page/text.ts';

/** Minimum area and height of a drawing that is more than a symbol, in CSS pixels. */
const AREA_MIN = 10_000;
const HEIGHT_MIN = 50;
const TEXT_MAX = 2_000;
const QUESTION = 'Does this graphic show something that users need and that no text says?';
/** Elements around a graphic that name it, or have a text about it. */
const naming: ReadonlySet<string> = new Set(['a', 'button', 'figure', 'summary', 'label', 'svg']);
const LEVELS_MAX = 30;

/** Tests drawings without a name, and logos with an empty alternative. */
export const check: Check = function* (page) {
  for (const graphic of page.byTag('canvas', 'svg', 'img')) {
    const isImage = graphic.props.nodeName === 'img';
    const isTested = isImage ? isUnnamedLogo(graphic) : isLarge(graphic);
    if (!isTested || !page.isVisible(graphic)) continue;
    if (isNamed(page, graphic)) yield pass(graphic);
    else if (!isHidden(page, graphic)) yield askReview(graphic, QUESTION);
  }
};

/** True for an image with an empty alternative whose file is a logo. */
function isUnnamedLogo(image: PageElement): boolean {
  return (
    image.attr('alt') === '' &&
    /\blogo|logo\b/i.test(getFileName(image.attr('src') ?? '').replaceAll('_', '-'))
  );
}

function isLarge({ boundingClientRect: { width, height } }: PageElement): boolean {
  return width * height >= AREA_MIN && height >= HEIGHT_MIN;
}

/** True if the graphic, text within it or an element around it has a name or a text. */
function isNamed(page: CheckedPage, graphic: PageElement): boolean {
  let up = graphic.parent as PageElement | null;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    if (naming.has(up.props.nodeName) || ['img', 'button', 'link', 'figure'].includes(page.role(up) ?? ''))
      return true;
    up = up.parent as PageElement | null;
  }
  if (page.name(graphic) !== '' || graphic.hasAttr('aria-labelledby') || graphic.hasAttr('aria-describedby'))
    return true;
  if (graphic.props.nodeName !== 'img' && readText(graphic, TEXT_MAX) !== '') return true;
  for (const node of listNodesWithin(graphic)) if (isElement(node) && node.hasAttr('aria-label')) return true;
  return false;
}

/** True if the page says that a drawing is decoration. An empty alternative of a logo may be a mistake. */
function isHidden(page: CheckedPage, graphic: PageElement): boolean {
  return ['none', 'presentation'].includes(graphic.attr('role') ?? '') || !page.isExposed(graphic);
}
