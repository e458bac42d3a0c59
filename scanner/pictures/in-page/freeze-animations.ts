/** Members of the page's world that the code below uses. */
interface PageAnimation {
  effect: { getComputedTiming(): { delay: number; duration: number | string; endTime: number } } | null;
  currentTime: number;
  pause(): void;
  finish(): void;
}
interface PageRoot {
  getAnimations(): PageAnimation[];
  querySelectorAll(selector: string): Iterable<{ shadowRoot: PageRoot | null }>;
}
declare const document: PageRoot & {
  activeViewTransition?: { skipTransition(): void } | null;
  getElementsByTagName(name: string): { length: number };
};
declare function requestAnimationFrame(callback: () => void): number;

/**
 * Runs in the page: finishes animations that end, and pauses endless animations in the middle of an iteration, so that
 * pictures of an unchanged page are equal.
 * @param maxElements a document with more elements is not changed
 * @returns the number of elements of the document
 */
export function freezeAnimations(maxElements: number): number {
  const elements = document.getElementsByTagName('*').length;
  if (elements > maxElements) return elements;
  document.activeViewTransition?.skipTransition();
  const roots: PageRoot[] = [document];
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    for (const animation of root.getAnimations()) {
      try {
        const timing = animation.effect?.getComputedTiming();
        if (timing === undefined) continue;
        if (Number.isFinite(timing.endTime)) {
          animation.finish();
          continue;
        }
        animation.pause();
        if (typeof timing.duration === 'number') animation.currentTime = timing.delay + timing.duration / 2;
      } catch {
        // An animation that depends on scrolling or on a script. It no longer moves, because time stands still.
      }
    }
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) roots.push(shadowRoot);
  }
  return elements;
}

interface ScannerWorld {
  a11yDrawn?: boolean;
}

/**
 * Runs in the page: requests a callback for the next frame, which includes all changes until now.
 * @returns true if the callback of the previous call was called
 */
export function expectFrame(): boolean {
  const world = globalThis as unknown as ScannerWorld;
  const came = world.a11yDrawn === true;
  world.a11yDrawn = false;
  requestAnimationFrame(() => {
    world.a11yDrawn = true;
  });
  return came;
}
