import { StepTimeoutError } from './clock.ts';
import { TIME_MIN_MS } from './in-page/scroll.ts';
import type { OpenPage } from './open-page.ts';
import type { World } from './world.ts';

/** Virtual milliseconds between two frames. */
const SLICE_MS = 50;
/** Maximum number of frames. */
const FRAMES_MAX = 8;
/** How often a span is continued that ended too early, and the part of it that may be missing then. */
const TRIES_MAX = 20;
const MISSING_MAX = 0.01;

/**
 * Lets virtual time pass, by the clock of the page, and draws a frame at the end of each span. Chromium sometimes
 * reports the end of a span before it has passed, and pages react to keys and sizes in frames. A page that prevents
 * that waits less.
 * @param spans their lengths in virtual milliseconds
 */
export async function passTime(
  { time }: Pick<OpenPage, 'time'>,
  world: World,
  spans: readonly number[],
): Promise<void> {
  const end = (await time.now(world)) + spans.reduce((sum, span) => sum + span, 0);
  let next = spans;
  let frames = 0;
  while (next.length > 0 && frames < FRAMES_MAX) {
    // The clock is read only after all spans, because usually the time has passed then.
    const spansNow = next.slice(0, FRAMES_MAX - frames);
    await drawFrames({ time }, world, spansNow);
    frames += spansNow.length;
    const left = end - (await time.now(world));
    next = left < TIME_MIN_MS ? [] : divide(left);
  }
}

/**
 * Lets virtual time pass like `passTime`, but not by the clock of the page: usually all of it has passed afterwards.
 * @param spans their lengths in virtual milliseconds
 */
export async function drawFrames(
  { time }: Pick<OpenPage, 'time'>,
  world: World,
  spans: readonly number[],
): Promise<void> {
  for (const span of spans) {
    await time.advance(span);
    await time.frame(world);
  }
}

/**
 * Lets virtual time pass until the clock of the page shows an instant, without frames and without waiting for requests:
 * Chromium sometimes reports the end of a span before it has passed.
 * @param end as `time.now` returns it
 * @param timeoutMs wall-clock limit in milliseconds
 * @throws StepTimeoutError if the scripts of the span take longer, or the clock does not show the instant
 */
export async function advanceTo(
  { clock, time }: Pick<OpenPage, 'clock' | 'time'>,
  world: World,
  end: number,
  timeoutMs: number,
): Promise<void> {
  const readLeft = async () => end - (await clock.bound('reading the time', time.now(world)));
  const stopAt = performance.now() + timeoutMs;
  const span = await readLeft();
  let left = span;
  for (let tries = 0; left > 0 && tries < TRIES_MAX; tries += 1) {
    await time.advance(left, stopAt - performance.now());
    left = await readLeft();
  }
  if (left > span * MISSING_MAX) throw new StepTimeoutError('letting time pass');
}

/** Divides a span of time, so that frames are drawn meanwhile. */
export function divide(milliseconds: number): number[] {
  const spans: number[] = [];
  for (let left = milliseconds; left > 0; left -= SLICE_MS) spans.push(Math.min(left, SLICE_MS));
  return spans;
}
