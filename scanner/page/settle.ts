import type { PageSettings } from '../../core/scans/page-settings.ts';
import { readPageOpacity } from './in-page/page-opacity.ts';
import { readHeights, readTime, scrollToOffset } from './in-page/scroll.ts';
import { letTimePass } from './let-time-pass.ts';
import type { OpenPage } from './open-page.ts';
import { mayShowMore, readPagePresence } from './presence.ts';
import { waitFor } from './wait-for.ts';
import { callInWorld, type World } from './world.ts';

/** Virtual milliseconds between two frames while scrolling: 60 frames per second. */
const FRAME_MS = 17;
/** Longer pages are scrolled in longer steps. */
const MAX_SCROLL_STEPS = 120;
/** Virtual milliseconds that a loaded page gets to become stable, and how many of them pass between two frames. */
const SPAN_MS = 3_000;
const SLICE_MS = 500;
/** Virtual milliseconds that a page gets to show itself, if it is hidden as a whole after it became stable. */
const HIDDEN_SPAN_MS = 7_000;
/** The same for a page that shows hardly anything, and how many pass after it shows more. */
const EMPTY_SPAN_MS = 7_000;
const SHOWN_SPAN_MS = 1_000;
/** Opacity up to which a page is hidden, and from which on it is shown. */
const HIDDEN = 0.1;
const OPAQUE = 0.99;
/** Maximum milliseconds of the page's clock that `settle` takes. */
const SETTLE_TIMEOUT_MS = 15_000;
/** `settle` does not wait for a request without data for this many milliseconds. */
const STALLED_AFTER_MS = 4_000;
/** `settle` does not wait for a script that lets no virtual time pass for this many milliseconds. */
const HELD_AFTER_MS = 6_000;

/** The result of `settle`. */
export interface SettleResult {
  /** Whether the page became stable within the limits. */
  settled: boolean;
  /** Sentence for users if the condition of `waitFor` was not met. */
  waitFailure?: string | undefined;
}

/** The settings that say when a page is ready. What they exclude hides nothing. */
export type WaitSettings = Pick<PageSettings, 'waitFor' | 'excludeSelectors'>;

/**
 * Waits until a loaded page is stable: scrolls through it window by window to load lazy content, lets a span of virtual
 * time pass, and waits for the condition of `waitFor`. Ends early if the page navigates to another document.
 */
export async function settle(page: OpenPage, world: World, settings: WaitSettings): Promise<SettleResult> {
  const { waitFor: waitSetting, excludeSelectors } = settings;
  const { session, watch, time, clock } = page;
  const commits = watch.commits();
  const moved = () => watch.movedSince(commits);
  const limit = clock.within(Math.min(SETTLE_TIMEOUT_MS, clock.left() * 0.6));
  let latest = performance.now();
  const ended = Promise.withResolvers<void>();
  const poll = setInterval(() => {
    const still = Math.min(watch.quietFor(), performance.now() - latest);
    const patience = watch.waiting() ? STALLED_AFTER_MS : HELD_AFTER_MS;
    if (limit.left() === 0 || still > patience || moved()) ended.resolve();
  }, 50);
  const scroll = (top: number) =>
    clock.bound('scrolling through the page', callInWorld(session, world, scrollToOffset, top), 5_000);
  const now = () => clock.bound('reading the time', callInWorld(session, world, readTime), 5_000);
  const readOpacity = () =>
    clock.bound('looking at the page', callInWorld(session, world, readPageOpacity), 5_000);
  const readPresence = () => readPagePresence(page, world, excludeSelectors);
  /** Lets time pass before the frame, because Chromium sometimes never finishes a second frame at the same instant. */
  const pass = async (milliseconds: number) => {
    const passed = await letTimePass(page, milliseconds, ended.promise);
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
    // Checks the page's own clock, because Chromium sometimes reports the end of a span before it has passed.
    for (let missing = SPAN_MS; missing > 0; ) {
      missing = SPAN_MS - ((await now()) - begun);
      if (missing > 0 && !(await pass(Math.min(missing, SLICE_MS)))) return false;
    }
    for (let passed = 0, before = -1; passed < HIDDEN_SPAN_MS; passed += SLICE_MS) {
      const opacity = await readOpacity();
      // Some pages are always a little transparent.
      if (opacity > OPAQUE || (opacity > HIDDEN && opacity === before)) break;
      before = opacity;
      if (!(await pass(SLICE_MS))) return false;
    }
    let missing = mayShowMore(await readPresence()) ? EMPTY_SPAN_MS : 0;
    while (missing > 0) {
      if (!(await pass(SLICE_MS))) return false;
      const isShown = missing > SHOWN_SPAN_MS && !mayShowMore(await readPresence());
      missing = isShown ? SHOWN_SPAN_MS : missing - SLICE_MS;
    }
    return true;
  };
  try {
    const settled = (await waitForRest()) && !watch.hangs();
    return { settled, waitFailure: moved() ? undefined : await waitFor(page, world, waitSetting, pass) };
  } finally {
    clearInterval(poll);
  }
}
