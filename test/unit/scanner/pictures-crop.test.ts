import { describe, expect, it } from 'vitest';
import { computeCrop } from '../../../scanner/pictures/crop.ts';

const window = { width: 1280, height: 1024 };
const crop = (x: number, y: number, width: number, height: number, of = window) =>
  computeCrop({ x, y, width, height }, of);

describe('the area of a picture', () => {
  it('is the element with 80 pixels around it', () => {
    expect(crop(400, 300, 300, 100)).toEqual({
      clip: { x: 320, y: 220, width: 460, height: 260 },
      element: { x: 80, y: 80, width: 300, height: 100 },
    });
  });

  it('is at least 320 by 200, with a small element in the middle', () => {
    expect(crop(600, 500, 20, 20)).toEqual({
      clip: { x: 450, y: 410, width: 320, height: 200 },
      element: { x: 150, y: 90, width: 20, height: 20 },
    });
  });

  it('is at most 900 by 700: the upper left part of a larger element', () => {
    expect(crop(100, 90, 1100, 900)).toEqual({
      clip: { x: 20, y: 10, width: 900, height: 700 },
      element: { x: 80, y: 80, width: 820, height: 620 },
    });
  });

  it('stays within the window, because nothing outside of it is painted', () => {
    expect(crop(0, 1000, 40, 60)).toEqual({
      clip: { x: 0, y: 824, width: 320, height: 200 },
      element: { x: 0, y: 176, width: 40, height: 24 },
    });
    expect(crop(5, 5, 10, 10, { width: 240, height: 150 })?.clip).toEqual({
      x: 0,
      y: 0,
      width: 240,
      height: 150,
    });
  });

  it('has whole pixels that contain an element with fractional coordinates', () => {
    const { clip, element } = crop(400.4, 300.5, 199.9, 99.2) ?? expect.unreachable();
    expect(clip).toEqual({ x: 320, y: 220, width: 361, height: 260 });
    expect(element).toEqual({ x: 80, y: 80, width: 201, height: 100 });
  });

  it.each([
    ['left of the window', -9999, 10, 100, 20],
    ['below it', 10, 1024, 100, 20],
    ['without an area', 10, 10, 100, 0],
    ['one pixel large, as texts for screen readers are', 10, 10, 1, 1],
    ['out of the range of numbers', Number.NaN, 10, 100, 20],
    ['endless', 10, 10, Number.POSITIVE_INFINITY, Number.NaN],
  ])('is null if the element is %s', (_, x, y, width, height) => {
    expect(crop(x, y, width, height)).toBeNull();
  });
});
