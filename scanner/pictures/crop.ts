import { pictureLimits } from './limits.ts';

/** A rectangle in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels below which a box counts as invisible: texts for screen readers commonly have a box of one pixel. */
const VISIBLE_MIN = 2;

/** Returns the intersection of two rectangles; null if nothing is visible in it. */
export function intersectBoxes(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  // Styles of the page can result in infinite sizes.
  return width >= VISIBLE_MIN && height >= VISIBLE_MIN && Number.isFinite(width * height)
    ? { x, y, width, height }
    : null;
}

/**
 * Returns the part of a window that a picture of an element shows: the element with a margin, or its upper left part if
 * the element is too large.
 * @param element box of the element in the window
 * @returns whole pixels: `clip` in the window, `element` within `clip`; null if nothing of the element is visible
 */
export function computeCrop(
  element: Box,
  window: { width: number; height: number },
): { clip: Box; element: Box } | null {
  const visible = intersectBoxes(element, { x: 0, y: 0, ...window });
  if (visible === null) return null;
  const left = Math.floor(visible.x);
  const top = Math.floor(visible.y);
  const right = Math.ceil(visible.x + visible.width);
  const bottom = Math.ceil(visible.y + visible.height);
  const [x, width] = span(left, right, window.width, pictureLimits.width);
  const [y, height] = span(top, bottom, window.height, pictureLimits.height);
  return {
    clip: { x, y, width, height },
    element: {
      x: left - x,
      y: top - y,
      width: Math.min(right, x + width) - left,
      height: Math.min(bottom, y + height) - top,
    },
  };
}

function span(
  from: number,
  to: number,
  available: number,
  { min, max }: { min: number; max: number },
): [start: number, length: number] {
  const wanted = to - from + 2 * pictureLimits.margin;
  const length = Math.min(Math.max(wanted, min), max, available);
  const before = wanted > length ? pictureLimits.margin : Math.floor((length - (to - from)) / 2);
  return [Math.max(0, Math.min(from - before, available - length)), length];
}
