import { computeRatio } from '../checks/in-page/contrast/contrast-ratio.ts';
import type { MeasuredContrast, ShownText } from '../checks/in-page/contrast/recorder.ts';
import type { Pixels } from './png.ts';

/** Minimum change of a channel by which a pixel belongs to a letter, and not to the noise of an animation. */
const CHANGE_MIN = 3;
/** The parts of the area of a text that its letters cover. With others, something else changed or covers it. */
const COVERED_MIN = 0.02;
const COVERED_MAX = 0.7;
/** The part of the pixels at each end that is ignored. */
const EXTREME = 0.05;
const PIXELS_MIN = 8;
/** The part of the pixels whose contrast is also returned. */
const QUARTER = 0.25;
/** Red, green and blue. */
const channels = [0, 1, 2] as const;

/** Pictures of the window, of the same size. */
export interface WindowPictures {
  /** With all texts in a color that nothing else has. */
  painted: Pixels;
  /** Without texts. */
  hidden: Pixels;
  /** Without texts, their lines filled with their color. */
  filled: Pixels;
}

/**
 * Returns the contrast that the letters of a text have to what is behind them: at least and at most, without a few
 * extreme pixels, and at most in a quarter of the pixels. Null if that cannot be decided.
 */
export function measureContrast(
  { lines }: ShownText,
  { painted, hidden, filled }: WindowPictures,
): MeasuredContrast | null {
  const ratios: number[] = [];
  let area = 0;
  for (const { left, top, right, bottom } of lines) {
    for (let y = Math.ceil(top); y < Math.min(bottom, painted.height); y += 1) {
      for (let x = Math.ceil(left); x < Math.min(right, painted.width); x += 1) {
        area += 1;
        const at = (y * painted.width + x) * painted.channels;
        if (!isChanged(painted.data, hidden.data, at)) continue;
        ratios.push(computeRatio(readPixel(filled.data, at), readPixel(hidden.data, at)));
      }
    }
  }
  const covered = ratios.length / area;
  if (ratios.length < PIXELS_MIN || covered < COVERED_MIN || covered > COVERED_MAX) return null;
  ratios.sort((a, b) => a - b);
  const pick = (part: number) =>
    Math.round((ratios[Math.floor((ratios.length - 1) * part)] as number) * 100) / 100;
  return { low: pick(EXTREME), quarter: pick(QUARTER), high: pick(1 - EXTREME) };
}

function readPixel(data: Uint8Array, at: number): number[] {
  return channels.map((channel) => data[at + channel] as number);
}

function isChanged(painted: Uint8Array, hidden: Uint8Array, at: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const change = (painted[at + channel] as number) - (hidden[at + channel] as number);
    if (Math.abs(change) >= CHANGE_MIN) return true;
  }
  return false;
}
