/** Members of the page's world that the code below uses. */
declare const document: { scrollingElement: { scrollHeight: number } | null };
declare const innerHeight: number;
declare const performance: { now(): number };
declare function scrollTo(options: { top: number; left: number; behavior: 'instant' }): void;

/** Runs in the page: returns the heights of the page and of the window, in CSS pixels. */
export function readHeights(): { page: number; window: number } {
  return { page: document.scrollingElement?.scrollHeight ?? 0, window: innerHeight };
}

/** Milliseconds that count as no time: `readTime` is rounded by tenths, and timers take whole milliseconds. */
export const TIME_MIN_MS = 1;

/** Runs in the page: returns its virtual time in milliseconds. */
export function readTime(): number {
  return performance.now();
}

/** Runs in the page: scrolls to a distance from the top without animation. */
export function scrollToOffset(top: number): void {
  scrollTo({ top, left: 0, behavior: 'instant' });
}

/** Members of the page's world that the code below uses. */
declare function requestAnimationFrame(callback: () => void): number;

/** Runs in the page: resolves when the next frame begins, after the callbacks that the page registered earlier. */
export function waitForFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
