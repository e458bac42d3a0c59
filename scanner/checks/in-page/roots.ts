import { getDom, listElements } from './keyboard/focus.ts';

/** Members of the page's world that the code below uses. */
interface ChangeRecord {
  type: string;
  target: object;
  addedNodes: Iterable<object>;
}
declare class MutationObserver {
  constructor(callback: (records: ChangeRecord[]) => void);
  observe(root: object, options: object): void;
  takeRecords(): ChangeRecord[];
  disconnect(): void;
}
declare const document: object;
declare const Document: { prototype: object };
declare const performance: { now(): number };

let known: { elements: number; time: number; roots: readonly object[] } | undefined;

/**
 * Returns the document and its open shadow roots. They are looked for again if time or the number of elements changes.
 */
export function listRoots(): readonly object[] {
  const [elements, time] = [countElements(), performance.now()];
  if (known?.elements !== elements || known.time !== time) {
    const { shadowRoot } = getDom();
    const roots = [document, ...[...listElements()].flatMap((element) => shadowRoot(element) ?? [])];
    known = { elements, time, roots };
  }
  return known.roots;
}

/** A field of an HTML form can have the name of the member. */
function countElements(): number {
  const { value } = Object.getOwnPropertyDescriptor(Document.prototype, 'getElementsByTagName') as {
    value: (this: object, name: string) => { length: number };
  };
  return value.call(document, '*').length;
}

/** Observes the changes of a document and of its open shadow roots, also of those that are added later. */
export class RootObserver {
  readonly #note: (records: readonly ChangeRecord[]) => void;
  readonly #observer = new MutationObserver((records) => this.#pass(records));
  #observed = new WeakSet<object>();

  /** @param note gets what changed: later by itself, or at once by `update` */
  constructor(note: (records: readonly ChangeRecord[]) => void) {
    this.#note = note;
  }

  /** Begins to observe, or looks for shadow roots that elements got which were there before. */
  observeRoots(): void {
    for (const root of listRoots()) this.#observe(root);
  }

  /** Passes on what changed until now. */
  update(): void {
    this.#pass(this.#observer.takeRecords());
  }

  /** Passes on what changed until now, and ends to observe. */
  end(): void {
    this.update();
    this.#observer.disconnect();
    this.#observed = new WeakSet();
  }

  #pass(records: readonly ChangeRecord[]): void {
    const { allBelow, isElement, shadowRoot } = getDom();
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!isElement(node)) continue;
        for (const element of [node, ...allBelow(node, '*')]) {
          const root = shadowRoot(element);
          if (root !== null) this.#observeWithin(root);
        }
      }
    }
    this.#note(records);
  }

  /** Observes a shadow root and those within it. */
  #observeWithin(outer: object): void {
    const { all, shadowRoot } = getDom();
    const open = [outer];
    for (let root = open.pop(); root !== undefined; root = open.pop()) {
      this.#observe(root);
      for (const element of all(root, '*')) {
        const inner = shadowRoot(element);
        if (inner !== null) open.push(inner);
      }
    }
  }

  #observe(root: object): void {
    if (this.#observed.has(root)) return;
    this.#observed.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }
}
