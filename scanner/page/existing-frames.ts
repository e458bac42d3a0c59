import type { CDPSession } from 'puppeteer-core';
import type { FrameRun } from './axe.ts';
import type { PageClock } from './clock.ts';
import { readTime } from './in-page/scroll.ts';
import { callInWorld, DocumentGoneError, isCausedByPage } from './world.ts';

/** Wall-clock limit in milliseconds. What does not answer exists. */
const LOOK_MS = 2_000;

/**
 * Returns the documents that can be acted on: if the page has removed a frame, for example in a narrow window, only the
 * top document, because the selectors of other frames may mean different ones then.
 */
export async function listExisting(
  session: CDPSession,
  frames: FrameRun[],
  clock: PageClock,
): Promise<FrameRun[]> {
  const others = frames.slice(1);
  const doExist = await Promise.all(others.map((frame) => exists(session, frame, clock)));
  return doExist.includes(false) ? frames.slice(0, 1) : frames;
}

async function exists(session: CDPSession, { world }: FrameRun, clock: PageClock): Promise<boolean> {
  try {
    await clock.bound('looking for a frame', callInWorld(session, world, readTime), LOOK_MS);
    return true;
  } catch (error) {
    if (!isCausedByPage(error)) throw error;
    return !(error instanceof DocumentGoneError);
  }
}
