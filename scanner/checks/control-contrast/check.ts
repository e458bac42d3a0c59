import { askReview, type Check, pass } from '../check.ts';
import { axe, type PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { listTextFields } from '../in-page/fields.ts';
import { isElement } from '../in-page/nodes.ts';

interface Style {
  getPropertyValue(name: string): string;
}
declare function getComputedStyle(element: object, pseudo: string): Style;

/** Minimum contrast: https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html */
const CONTRAST_MIN = 3;
const sides = ['top', 'right', 'bottom', 'left'] as const;
/** How far an element around a field may be larger, in CSS pixels, to be its frame. */
const FRAME_MARGIN = 60;
const FRAME_HEIGHT = 24;
const FRAME_LEVELS = 3;
/** Elements beside a field, or a frame of it, that are read. */
const BESIDE_MAX = 20;

/** Asks once about the fields that look the same. */
export const check: Check = function* (page) {
  const asked = new Set<string>();
  const lists = page.byTag('select').filter((field) => page.isVisible(field));
  const isOff = (element: PageElement) => element.attr('aria-disabled') === 'true';
  const off = listElementsWithin(page, isOff);
  for (const field of [...listTextFields(page), ...lists]) {
    const isDisabled = (field.actualNode as { matches(selector: string): boolean }).matches(':disabled');
    if (isDisabled || isOff(field) || off.has(field) || field.hasAttr('readonly')) continue;
    const contrast = readContrast(field);
    if (contrast === null) continue;
    const look = `${field.props.nodeName} ${contrast}`;
    if (contrast >= CONTRAST_MIN) yield pass();
    else if (!asked.has(look)) {
      asked.add(look);
      yield askReview(
        field,
        `The contrast of the field to what is around it is ${contrast}:1. Do users see where it is?`,
        {
          contrast,
        },
      );
    }
  }
};

/** Returns the highest contrast of the edges of a field to what is around it, rounded down; null if it is not known. */
function readContrast(field: PageElement): number | null {
  const frames = listFrames(field);
  if (!frames.every(hasPlainLook)) return null;
  const outer = frames.at(-1) ?? field;
  let highest = 1;
  const { Color, getBackgroundColor, getContrast } = axe.commons.color;
  const around = outer.parent === null ? null : getBackgroundColor(outer.parent.actualNode);
  if (around === null) return null;
  for (const text of [...frames, ...listOver(field, frames)].flatMap((each) => listColors(each, field))) {
    const color = new Color();
    color.parseString(text);
    const contrast = getContrast(around, color);
    if (contrast === null) return null;
    highest = Math.max(highest, contrast);
  }
  return Math.floor(highest * 10) / 10;
}

/** Returns the colors of the background and border of an element, and of lines that its styles add along a field. */
function listColors(element: PageElement, field: PageElement): string[] {
  const own = listColorsOfStyle((name) => element.getComputedStylePropertyValue(name));
  const added = ['::before', '::after']
    .map((pseudo) => getComputedStyle(element.actualNode, pseudo))
    .filter(
      (style) =>
        !['none', 'normal'].includes(style.getPropertyValue('content')) &&
        // Others are symbols.
        Number.parseFloat(style.getPropertyValue('width')) >= field.boundingClientRect.width / 2,
    );
  return [...own, ...added.flatMap((style) => listColorsOfStyle((name) => style.getPropertyValue(name)))];
}

function listColorsOfStyle(read: (property: string) => string): string[] {
  const colors = [read('background-color')];
  for (const side of sides) {
    const style = read(`border-${side}-style`);
    if (Number.parseFloat(read(`border-${side}-width`)) >= 1 && style !== 'none' && style !== 'hidden') {
      colors.push(read(`border-${side}-color`));
    }
  }
  return colors;
}

/** Returns the elements laid over a field that are hardly larger: scripts draw borders with them. */
function listOver(field: PageElement, frames: readonly PageElement[]): PageElement[] {
  const { x, y, width, height } = field.boundingClientRect;
  return frames
    .flatMap((frame) => frame.parent?.children.slice(0, BESIDE_MAX) ?? [])
    .filter(isElement)
    .filter((each) => {
      if (each.getComputedStylePropertyValue('position') !== 'absolute') return false;
      const box = each.boundingClientRect;
      const isOver =
        box.x <= x + 1 &&
        box.x + box.width >= x + width - 1 &&
        box.y <= y + 1 &&
        box.y + box.height >= y + height - 1;
      return isOver && box.width <= width + FRAME_MARGIN && box.height <= height + FRAME_HEIGHT;
    });
}

/** Returns a field and the elements around it that are hardly larger, of which one may have its border. */
function listFrames(field: PageElement): PageElement[] {
  const frames = [field];
  const { width, height } = field.boundingClientRect;
  let up = field.parent as PageElement | null;
  for (let level = 0; up?.boundingClientRect !== undefined && level < FRAME_LEVELS; level += 1) {
    const around = up.boundingClientRect;
    if (around.width > width + FRAME_MARGIN || around.height > height + FRAME_HEIGHT) break;
    frames.push(up);
    up = up.parent as PageElement | null;
  }
  return frames;
}

/** False for looks whose colors the styles of borders and backgrounds do not show. */
function hasPlainLook(element: PageElement): boolean {
  const hasNo = (property: string) =>
    ['none', 'normal', ''].includes(element.getComputedStylePropertyValue(property));
  const isOpaque = element.getComputedStylePropertyValue('opacity') === '1';
  const hasOutline =
    !hasNo('outline-style') && Number.parseFloat(element.getComputedStylePropertyValue('outline-width')) > 0;
  return (
    !hasOutline &&
    hasNo('background-image') &&
    hasNo('box-shadow') &&
    hasNo('border-image-source') &&
    isOpaque
  );
}
