import { askReview, type Check, pass } from '../check.ts';
import { axe, type PageElement } from '../in-page/axe.ts';
import { listTextFields } from '../in-page/fields.ts';

/** Minimum contrast: https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html */
const CONTRAST_MIN = 3;
const sides = ['top', 'right', 'bottom', 'left'] as const;
/** How far an element around a field may be larger, in CSS pixels, to be its frame. */
const FRAME_MARGIN = 60;
const FRAME_HEIGHT = 24;
const FRAME_LEVELS = 3;

/** Asks once about the fields that look the same. */
export const check: Check = function* (page) {
  const asked = new Set<string>();
  const lists = page.byTag('select').filter((field) => page.isVisible(field));
  for (const field of [...listTextFields(page), ...lists]) {
    if (field.hasAttr('disabled') || field.hasAttr('readonly')) continue;
    const contrast = readContrast(field);
    if (contrast === null) continue;
    const look = `${field.props.nodeName} ${contrast}`;
    if (contrast >= CONTRAST_MIN) yield pass(field);
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
  for (const frame of frames) {
    const colors = [frame.getComputedStylePropertyValue('background-color')];
    for (const side of sides) {
      const width = Number.parseFloat(frame.getComputedStylePropertyValue(`border-${side}-width`));
      const style = frame.getComputedStylePropertyValue(`border-${side}-style`);
      if (width >= 1 && style !== 'none' && style !== 'hidden') {
        colors.push(frame.getComputedStylePropertyValue(`border-${side}-color`));
      }
    }
    for (const text of colors) {
      const color = new Color();
      color.parseString(text);
      const contrast = getContrast(around, color);
      if (contrast === null) return null;
      highest = Math.max(highest, contrast);
    }
  }
  return Math.floor(highest * 10) / 10;
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
  return hasNo('background-image') && hasNo('box-shadow') && hasNo('border-image-source') && isOpaque;
}
