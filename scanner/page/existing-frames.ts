import type { CDPSession } from 'puppeteer-core';
import type { FrameRun } from './axe.ts';
import type { PageClock } from './clock.ts';
import { readTime } from './in-page/scroll.ts';
import { callInWorld, DocumentGoneError, isCausedByPage } from './world.ts';

/** Wall-clock limit in milliseconds. What does not answer exists. */
const LOOK_MS = 2_000;

/**
 * Returns the documents that still exist: when the scanner acts on a page, the page can remove frames, for example in a
 * narrow window.
 * @returns documents whose numbers of parents are those in this list
 */
export async function keepExisting(
  session: CDPSession,
  frames: readonly FrameRun[],
  clock: PageClock,
): Promise<FrameRun[]> {
  const [top, ...others] = frames as [FrameRun, ...FrameRun[]];
  const doExist = await Promise.all(others.map((frame) => exists(session, frame, clock)));
  const kept = [top, ...others.filter((_, index) => doExist[index])];
  return kept.flatMap((frame) => {
    if (frame.owner === null) return frame;
    const parent = kept.indexOf(frames[frame.owner.frame] as FrameRun);
    return parent === -1 ? [] : { ...frame, owner: { ...frame.owner, frame: parent } };
  });
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
