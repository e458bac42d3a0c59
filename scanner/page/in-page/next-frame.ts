/** What this function uses of the page's world. */
declare function requestAnimationFrame(callback: () => void): number;

/** Runs in the page: resolves when a frame is begun, after the page's own callbacks that were there before. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
