import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from './clock.ts';
import type { DocumentWatch } from './document-watch.ts';
import { readHeights, scrollToTop } from './in-page/scroll.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { callIn, type World } from './world.ts';

/** Virtual milliseconds between two frames while scrolling: one at 60 a second. */
const frameMs = 17;
/** Longer pages are crossed in longer steps. */
const maxScrollSteps = 40;
/** Virtual milliseconds that a loaded page gets, and how many of them pass between two frames. */
const spanMs = 3_000;
const sliceMs = 500;
/** Wall-clock bound of the whole of settling. */
const settleTimeoutMs = 15_000;
/** A request that has brought nothing for so long (a long poll, a stream) is not waited for. */
const stalledAfterMs = 4_000;
/** A script that has let no virtual time pass for so long is not waited for. */
const heldAfterMs = 6_000;

/**
 * Brings a loaded page to rest: scrolls through it a window at a time, so that what waits for being seen is loaded,
 * and lets a span of virtual time pass. Ends early when the page goes on to another document.
 * @returns whether the page came to rest within the bounds
 */
export async function settle(
  session: CDPSession,
  world: World,
  watch: DocumentWatch,
  time: VirtualClock,
  clock: PageClock,
): Promise<boolean> {
  const commits = watch.commits();
  const moved = () => watch.commits() !== commits || watch.navigating();
  const end = performance.now() + Math.min(settleTimeoutMs, clock.left() * 0.6);
  let latest = performance.now();
  const ended = Promise.withResolvers<void>();
  const poll = setInterval(() => {
    const still = Math.min(watch.quietFor(), performance.now() - latest);
    const patience = watch.waiting() ? stalledAfterMs : heldAfterMs;
    if (performance.now() > end || still > patience || moved()) ended.resolve();
  }, 50);
  const scroll = (top: number) =>
    clock.bound('scrolling through the page', callIn(session, world, scrollToTop, top), 5_000);
  /** Time first: a frame at the same instant as the one before it is sometimes never finished by Chromium. */
  const pass = async (milliseconds: number) => {
    const passed = await time.grant(milliseconds, ended.promise);
    if (passed) await time.frame();
    latest = performance.now();
    return passed;
  };
  try {
    if (!(await pass(frameMs))) return false;
    const heights = await clock.bound(
      'scrolling through the page',
      callIn(session, world, readHeights),
      5_000,
    );
    const step = Math.max(heights.window, heights.page / maxScrollSteps, 1);
    for (let top = step; top < heights.page; top += step) {
      await scroll(top);
      if (!(await pass(frameMs))) return false;
    }
    await scroll(0);
    for (let passed = 0; passed < spanMs; passed += sliceMs) {
      if (!(await pass(sliceMs))) return false;
    }
    return true;
  } finally {
    clearInterval(poll);
  }
}
