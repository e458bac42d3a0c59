import { axe } from '../axe.ts';

/** How often an animation flashes. */
export interface Flashes {
  /** Pairs of opposing changes of brightness in the second with the most of them. */
  perSecond: number;
  /** True if only opaque colors change, so that the change of brightness is known. */
  isCertain: boolean;
}

type Keyframe = Record<string, unknown>;
interface Timing {
  /** Milliseconds of one repetition. */
  duration: number | string;
  iterations: number;
  direction: string;
}
/** A time in seconds, and the brightness then. */
type Point = readonly [number, number];

/** Number of flashes that are allowed in a second. */
export const FLASHES_MAX = 3;
/** Minimum change of relative luminance, and the luminance below which the darker image must be. */
const CHANGE_MIN = 0.1;
const DARKER_MAX = 0.8;
/** Seconds of one frame: what repeats faster is not shown more often. */
const FRAME = 1 / 60;
/** So much less than a second is a second, because times are sums of inexact numbers. */
const INEXACT = 1e-6;

/**
 * Counts the flashes that keyframes describe, as WCAG defines a general flash:
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds. What is behind an element that fades is not
 * known, so it counts as black or white, and is not certain.
 */
export function countFlashes(keyframes: readonly Keyframe[], timing: Timing): Flashes {
  const colors = new Map(keyframes.map((keyframe) => [keyframe, readColor(keyframe.backgroundColor)]));
  const byColor = [0, 1].map((behind) => {
    const read = (keyframe: Keyframe) => {
      const color = colors.get(keyframe) ?? null;
      return color === null ? null : color.luminance * color.alpha + behind * (1 - color.alpha);
    };
    return countWithinSecond(listPoints(keyframes, read, timing));
  });
  const byFading = countWithinSecond(listPoints(keyframes, readOpacity, timing));
  const isOpaque = [...colors.values()].every((color) => color === null || color.alpha === 1);
  return { perSecond: Math.max(...byColor, byFading), isCertain: isOpaque && byFading === 0 };
}

/** Returns the brightness over so many repetitions that each second of them occurs. */
function listPoints(
  keyframes: readonly Keyframe[],
  read: (keyframe: Keyframe) => number | null,
  { duration, iterations, direction }: Timing,
): Point[] {
  if (!(Number(duration) > 0)) return [];
  const seconds = Math.max(Number(duration) / 1_000, FRAME);
  const forth = keyframes.flatMap((keyframe): Point[] => {
    const value = read(keyframe);
    return value === null ? [] : [[Number(keyframe.computedOffset), value]];
  });
  const back = forth.map(([offset, value]): Point => [1 - offset, value]).reverse();
  const isAlternating = direction.startsWith('alternate');
  const points: Point[] = [];
  for (let at = 0; at < Math.min(iterations, 1 / seconds + 2); at += 1) {
    for (const [offset, value] of isAlternating && at % 2 === 1 ? back : forth) {
      if (at + offset <= iterations) points.push([(at + offset) * seconds, value]);
    }
  }
  return points;
}

/** Returns half the number of changes in the second with the most of them. */
function countWithinSecond(points: readonly Point[]): number {
  const changes = listChanges(points);
  let [most, first] = [0, 0];
  for (const [last, at] of changes.entries()) {
    while (at - (changes[first] as number) > 1 - INEXACT) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most / 2;
}

/** Returns the times of the changes of brightness, each in the opposite direction of the one before. */
function listChanges(points: readonly Point[]): number[] {
  const changes: number[] = [];
  let [extreme, direction] = [points[0]?.[1] ?? 0, 0];
  for (const [at, value] of points) {
    const step = Math.sign(value - extreme);
    const isChange = Math.abs(value - extreme) >= CHANGE_MIN && Math.min(value, extreme) < DARKER_MAX;
    if (isChange && step !== direction) {
      changes.push(at);
      direction = step;
      extreme = value;
    } else if (step === direction) extreme = value;
  }
  return changes;
}

/** Returns the opacity of a keyframe, 0 if it is hidden; null if it has neither. */
function readOpacity({ opacity, visibility }: Keyframe): number | null {
  if (visibility === 'hidden') return 0;
  if (opacity === undefined) return visibility === undefined ? null : 1;
  const value = Number(opacity);
  return Number.isFinite(value) ? value : null;
}

/** Returns a color; one that axe cannot read is transparent, because its brightness is not known; null without one. */
function readColor(text: unknown): { luminance: number; alpha: number } | null {
  if (text === undefined) return null;
  const color = new axe.commons.color.Color();
  try {
    color.parseString(String(text));
    return { luminance: color.getRelativeLuminance(), alpha: color.alpha };
  } catch {
    return { luminance: 0, alpha: 0 };
  }
}
