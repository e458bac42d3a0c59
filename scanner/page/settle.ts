import type { PageSettings } from '../../core/scans/page-settings.ts';
import { readHeights, readTime, scrollToOffset } from './in-page/scroll.ts';
import type { OpenPage } from './open-page.ts';
import { waitFor } from './wait-for.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds between two frames while scrolling: one at 60 a second. */
const FRAME_MS = 17;
/** Longer pages are crossed in longer steps. */
const MAX_SCROLL_STEPS = 120;
/** Virtual milliseconds that a loaded page gets, and how many of them pass between two frames. */
const SPAN_MS = 3_000;
const SLICE_MS = 500;
/** Wall-clock bound of the whole of settling. */
const SETTLE_TIMEOUT_MS = 15_000;
/** A request that has brought nothing for so long (a long poll, a stream) is not waited for. */
const STALLED_AFTER_MS = 4_000;
/** A script that has let no virtual time pass for so long is not waited for. */
const HELD_AFTER_MS = 6_000;

/** How far a page has come to rest. */
export interface SettleResult {
  /** It came to rest within the bounds. */
  settled: boolean;
  /** What the scan waits for and has not come about, for people. */
  waitFailure?: string | undefined;
}

/**
 * Brings a loaded page to rest: scrolls through it a window at a time, so that what waits for being seen is loaded,
 * lets a span of virtual time pass, and waits for what the scan asks to be waited for. Ends early when the page goes
 * on to another document.
 */
export async function settle(
  page: OpenPage,
  world: World,
  waitSetting: PageSettings['waitFor'],
): Promise<SettleResult> {
  const { session, watch, time, clock } = page;
  const commits = watch.commits();
  const moved = () => watch.movedSince(commits);
  const end = performance.now() + Math.min(SETTLE_TIMEOUT_MS, clock.left() * 0.6);
  let latest = performance.now();
  const ended = Promise.withResolvers<void>();
  const poll = setInterval(() => {
    const still = Math.min(watch.quietFor(), performance.now() - latest);
    const patience = watch.waiting() ? STALLED_AFTER_MS : HELD_AFTER_MS;
    if (performance.now() > end || still > patience || moved()) ended.resolve();
  }, 50);
  const scroll = (top: number) =>
    clock.bound('scrolling through the page', callInWorld(session, world, scrollToOffset, top), 5_000);
  const now = () => clock.bound('reading the time', callInWorld(session, world, readTime), 5_000);
  /** Time first: a frame at the same instant as the one before it is sometimes never finished by Chromium. */
  const pass = async (milliseconds: number) => {
    const passed = await time.grant(milliseconds, ended.promise);
    if (passed) await time.frame(world);
    latest = performance.now();
    return passed;
  };
  const waitForRest = async () => {
    if (!(await pass(FRAME_MS))) return false;
    const heights = await clock.bound(
      'scrolling through the page',
      callInWorld(session, world, readHeights),
      5_000,
    );
    const step = Math.max(heights.window, heights.page / MAX_SCROLL_STEPS, 1);
    for (let top = step; top < heights.page; top += step) {
      await scroll(top);
      if (!(await pass(FRAME_MS))) return false;
    }
    await scroll(0);
    const begun = await now();
    for (let passed = 0; passed < SPAN_MS; passed += SLICE_MS) {
      if (!(await pass(SLICE_MS))) return false;
    }
    // By the page's own clock, for Chromium now and then tells the end of a span before it has passed.
    for (let missing = SPAN_MS; missing > 0; ) {
      missing = SPAN_MS - ((await now()) - begun);
      if (missing > 0 && !(await pass(Math.min(missing, SLICE_MS)))) return false;
    }
    return true;
  };
  try {
    const settled = await waitForRest();
    return { settled, waitFailure: moved() ? undefined : await waitFor(page, world, waitSetting, pass) };
  } finally {
    clearInterval(poll);
  }
}
