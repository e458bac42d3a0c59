import { getDom } from './keyboard/focus.ts';
import { listRoots } from './roots.ts';

/** An animation of the page, as far as it is used. */
export interface Animation {
  effect: {
    target?: object | null;
    pseudoElement?: string | null;
    getTiming(): { iterations: number };
    getComputedTiming(): {
      endTime: number | null;
      duration: number | string;
      iterations: number;
      direction: string;
    };
    getKeyframes(): Record<string, unknown>[];
  } | null;
  playState: string;
  pending: boolean;
  startTime: unknown;
  currentTime: unknown;
  /** Only those of style sheets have a name. */
  animationName?: string;
  finish(): void;
  pause(): void;
  play(): void;
  cancel(): void;
}
/** Members of the page's world that the code below uses. */
interface Animated {
  prototype: { getAnimations: (this: object) => Animation[] };
}
declare const Document: Animated;
declare const ShadowRoot: Animated;
declare const CSSTransition: new () => object;
declare const document: { timeline: { currentTime: unknown } };

/** How often transitions can begin because others end: sizes that depend on another one follow it. */
const ROUNDS_MAX = 10;

/** Returns the animations of a document or shadow root that still have an effect, without those of roots within it. */
export function listAnimations(root: object): Animation[] {
  const { prototype } = getDom().isShadowRoot(root) ? ShadowRoot : Document;
  return prototype.getAnimations.call(root);
}

/** Returns the animations of the document and of its open shadow roots that still have an effect. */
export function listAllAnimations(): Animation[] {
  return listRoots().flatMap(listAnimations);
}

/**
 * Starts the transitions and animations that wait for the browser to draw a picture, which it does not do between the
 * looks at the page.
 */
export function startAnimations(): void {
  for (const animation of listAllAnimations()) {
    if (animation.pending && animation.playState === 'running')
      animation.startTime = document.timeline.currentTime;
  }
}

/** Ends the transitions of a page, so that its layout is the final one. */
export function finishAllTransitions(): void {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!finishTransitions(listAllAnimations())) return;
  }
}

/** Ends those of some animations that are transitions. Returns whether there was one. */
export function finishTransitions(animations: readonly Animation[]): boolean {
  const transitions = animations.filter((animation) => animation instanceof CSSTransition);
  for (const transition of transitions) {
    try {
      transition.finish();
    } catch {
      // The page has stopped it: it has no end.
      transition.cancel();
    }
  }
  return transitions.length > 0;
}
