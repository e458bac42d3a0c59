import { computeLuminance } from '../contrast/contrast-ratio.ts';

/** How often an animation flashes. */
export interface Flashes {
  /** Pairs of opposing changes of brightness in a second. */
  perSecond: number;
  /** True if opaque colors change, so that the change of brightness is known. */
  isCertain: boolean;
}

interface Timing {
  /** Milliseconds of one repetition. */
  duration: number | string;
  iterations: number;
  direction: string;
}

/** Minimum change of relative luminance, and the luminance below which the darker image must be. */
const CHANGE_MIN = 0.1;
const DARKER_MAX = 0.8;

/**
 * Counts the flashes that keyframes describe, as WCAG defines a general flash:
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds. What is behind an element that fades is not
 * known, so it counts as of the opposite brightness, and is not certain.
 */
export function countFlashes(keyframes: readonly Record<string, unknown>[], timing: Timing): Flashes {
  const byColor = countOf(keyframes, (keyframe) => readLuminance(keyframe.backgroundColor), timing);
  if (byColor > 0) return { perSecond: byColor, isCertain: true };
  const byFading = countOf(keyframes, readOpacity, timing);
  return { perSecond: byFading, isCertain: false };
}

/** Returns the flashes in a second by the brightness of each keyframe; keyframes without one are skipped. */
function countOf(
  keyframes: readonly Record<string, unknown>[],
  read: (keyframe: Record<string, unknown>) => number | null,
  { duration, iterations, direction }: Timing,
): number {
  const seconds = Number(duration) / 1_000;
  const values = keyframes.map(read).filter((value) => value !== null);
  if (values.length < 2 || !(seconds > 0)) return 0;
  // A repetition that goes back and forth has the keyframes in both orders.
  const isAlternating = direction.startsWith('alternate');
  const repeated =
    iterations > 1 ? [...values, ...(isAlternating ? values.toReversed() : [values[0] as number])] : values;
  const changes = countChanges(repeated);
  const span = iterations > 1 && isAlternating ? 2 * seconds : seconds;
  const total = (changes / 2) * (iterations > 1 ? iterations / (span / seconds) : 1);
  // Fewer flashes in all are allowed however fast they are.
  return total > FLASHES_MAX ? changes / 2 / span : 0;
}

/** Number of flashes that are allowed in a second. */
export const FLASHES_MAX = 3;

/** Returns the number of changes of brightness, each in the opposite direction of the one before. */
function countChanges(values: readonly number[]): number {
  let [changes, extreme, direction] = [0, values[0] as number, 0];
  for (const value of values) {
    const step = Math.sign(value - extreme);
    const isChange = Math.abs(value - extreme) >= CHANGE_MIN && Math.min(value, extreme) < DARKER_MAX;
    if (isChange && step !== direction) {
      changes += 1;
      direction = step;
      extreme = value;
    } else if (step === direction) extreme = value;
  }
  return changes;
}

/** Returns the opacity of a keyframe, 0 if it is hidden; null if it has neither. */
function readOpacity({ opacity, visibility }: Record<string, unknown>): number | null {
  if (visibility === 'hidden') return 0;
  if (opacity === undefined) return visibility === undefined ? null : 1;
  const value = Number(opacity);
  return Number.isFinite(value) ? value : null;
}

/** Returns the relative luminance of an opaque color; null for others. */
function readLuminance(color: unknown): number | null {
  const channels = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/.exec(String(color))?.slice(1).map(Number);
  return channels === undefined ? null : computeLuminance(channels);
}
