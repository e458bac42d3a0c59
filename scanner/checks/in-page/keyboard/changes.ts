import { getDom } from './focus.ts';

/** Members of the page's world that the code below uses. */
interface MutationRecord {
  target: object;
}
declare class MutationObserver {
  constructor(callback: (records: MutationRecord[]) => void);
  observe(root: object, options: object): void;
  takeRecords(): MutationRecord[];
}
declare const document: object;

const changed = new WeakSet<object>();
let count = 0;
let observer: MutationObserver | undefined;

/** Begins to count changes of the document. */
export function startCounting(): void {
  observer = new MutationObserver(record);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Returns the number of changes of the document since `startCounting`. */
export function countChanges(): number {
  record(observer?.takeRecords() ?? []);
  return count;
}

/**
 * True unless an element and all around it are certainly as they were at `startCounting`: their children and
 * attributes. Changes within shadow roots are not observed.
 */
export function mayHaveChanged(element: object): boolean {
  countChanges();
  const { parentNode, isShadowRoot, shadowRoot, matches } = getDom();
  if (shadowRoot(element) !== null || matches(element, ':popover-open')) return true;
  for (let up: object | null = element; up !== null; up = parentNode(up)) {
    if (changed.has(up) || isShadowRoot(up)) return true;
  }
  return false;
}

function record(records: readonly MutationRecord[]): void {
  count += records.length;
  for (const { target } of records) changed.add(target);
}
