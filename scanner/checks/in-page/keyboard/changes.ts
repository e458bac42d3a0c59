import { RootObserver } from '../roots.ts';
import { getDom } from './focus.ts';

/** Members of the page's world that the code below uses. */
declare const document: { elementFromPoint(x: number, y: number): object | null };
declare const innerWidth: number;
declare const innerHeight: number;
declare function getComputedStyle(element: object): { getPropertyValue(name: string): string };

/** Number of points in each direction at which the window is looked at. */
const POINTS = 8;

const changed = new WeakSet<object>();
let count = 0;
let observer: RootObserver | undefined;
/** What lay over something else in the window when the counting began. */
const layers = new Set<object | null>();

/** Begins to count changes of the document. */
export function startCounting(): void {
  for (let row = 0.5; row < POINTS; row += 1) {
    for (let column = 0.5; column < POINTS; column += 1) {
      const x = (column / POINTS) * innerWidth;
      const top = document.elementFromPoint(x, (row / POINTS) * innerHeight);
      if (top !== null) layers.add(findLayer(top));
    }
  }
  observer ??= new RootObserver((records) => {
    count += records.length;
    for (const { target } of records) changed.add(target);
  });
  observer.observeRoots();
}

/** Returns the number of changes of the document since `startCounting`. */
export function countChanges(): number {
  observer?.update();
  return count;
}

/**
 * True unless an element lay in the window at `startCounting`, as far as that was looked at, and it and all around it
 * have the same children and attributes. Changes within shadow roots are not observed.
 */
export function mayHaveChanged(element: object): boolean {
  countChanges();
  const { parentNode, isShadowRoot, shadowRoot, matches } = getDom();
  if (shadowRoot(element) !== null || matches(element, ':popover-open')) return true;
  const layer = findLayer(element);
  // A style sheet can show it when something else changes.
  if (layer !== null && !layers.has(layer)) return true;
  for (let up: object | null = element; up !== null; up = parentNode(up)) {
    if (changed.has(up) || isShadowRoot(up)) return true;
  }
  return false;
}

/** Returns the nearest element, itself or around it, that is positioned; null without one. */
function findLayer(element: object): object | null {
  const { parentNode, isElement } = getDom();
  for (let up: object | null = element; up !== null && isElement(up); up = parentNode(up)) {
    if (/^(?:absolute|fixed|sticky)$/.test(getComputedStyle(up).getPropertyValue('position'))) return up;
  }
  return null;
}
