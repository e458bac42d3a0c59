/** What these functions use of the page's world. */
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
 * Runs in the page: brings what ends to its end, and holds what does not in the middle of a round, so that pictures
 * of an unchanged page are equal.
 * @param maxElements a document with more is left as it is
 * @returns how many elements the document has
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
        // One that is bound to scrolling, or is its script's alone: it moves no more, for time stands still.
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
 * Runs in the page: takes notice of the next frame, in which what was done until now is laid out.
 * @returns whether the frame came that it took notice of before
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
