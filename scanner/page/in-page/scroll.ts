/** What these functions use of the page's world. */
declare const document: { scrollingElement: { scrollHeight: number } | null };
declare const innerHeight: number;
declare const performance: { now(): number };
declare function scrollTo(options: { top: number; left: number; behavior: 'instant' }): void;

/** Runs in the page: its height and the window's, in CSS pixels. */
export function readHeights(): { page: number; window: number } {
  return { page: document.scrollingElement?.scrollHeight ?? 0, window: innerHeight };
}

/** Runs in the page: milliseconds of its own, virtual time. */
export function readTime(): number {
  return performance.now();
}

/** Runs in the page: scrolls to a distance from the top without animation. */
export function scrollToOffset(top: number): void {
  scrollTo({ top, left: 0, behavior: 'instant' });
}

/** What this function uses of the page's world. */
declare function requestAnimationFrame(callback: () => void): number;

/** Runs in the page: resolves when a frame is begun, after the page's own callbacks that were there before. */
export function waitForFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
