import { readTime } from './in-page/scroll.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds between two frames, and the maximum number of frames of a span. */
const SLICE_MS = 50;
const TIME_TRIES = 8;

/**
 * Lets virtual time pass, by the clock of the page, and draws frames. Chromium sometimes reports the end of a span
 * before it has passed, and pages react to keys and sizes in frames. A page that prevents that waits less.
 */
export async function passTime(
  { session, time }: Pick<OpenPage, 'session' | 'time'>,
  world: World,
  milliseconds: number,
): Promise<void> {
  const begun = await callInWorld(session, world, readTime);
  let left = milliseconds;
  for (let tries = 0; left > 0 && tries < TIME_TRIES; tries += 1) {
    await time.advance(Math.min(left, SLICE_MS));
    await time.frame(world);
    left = milliseconds - ((await callInWorld(session, world, readTime)) - begun);
  }
}
