import type { ModelWorld } from '../../page/in-page/axe-run.ts';
import type { Dom, DomWorld } from '../../page/in-page/dom.ts';
import type { ListenerFact, ListenersWorld } from '../../page/in-page/listeners.ts';
import type { AxeContext } from '../../page/selection.ts';
import { axe, type PageElement, type PageNode } from './axe.ts';
import type { ContrastRecorder } from './contrast/recorder.ts';
import type { HoverRecorder } from './hover/recorder.ts';
import type { KeyRecorder } from './keyboard/recorder.ts';
import type { LayoutRecorder } from './layouts/recorder.ts';
import { isElement, isText, listNodesWithin } from './nodes.ts';
import { listTextParts, type TextLanguage, type TextPart } from './text-parts.ts';
import type { TimeRecorder } from './time/recorder.ts';

declare const document: { documentElement: object };
declare const parent: object;
declare const self: object;

/**
 * One document of a page as the checks see it. What is expensive to compute is computed once, and only if a check asks
 * for it.
 */
export class CheckedPage {
  /** True unless the scan selects parts of pages: then checks of the page as a whole have nothing to test. */
  readonly isWhole: boolean;
  readonly #context: AxeContext;
  readonly #isUnchanged: boolean;
  readonly #whileOpening: (open: () => Tree) => Tree;
  #tree: { read(): Tree } | undefined;
  readonly #roles = new Map<PageElement, string | null>();
  readonly #names = new Map<PageElement, string>();
  #indexes: Map<PageNode, number> | undefined;
  #textParts: readonly TextPart[] | undefined;
  #languages: readonly TextLanguage[] = [];
  /** What keys did in the document, for checks that need the keyboard. */
  readonly keyboard: KeyRecorder;
  /** What the pointer showed in the document, for checks that need the keyboard. */
  readonly hover: HoverRecorder;
  /** The layouts of the document in other windows, for checks that need the viewport. */
  readonly layouts: LayoutRecorder;
  /** What changes with the time, for checks that need time. */
  readonly time: TimeRecorder;
  /** The contrast of texts over pictures, for checks that need the viewport. */
  readonly contrast: ContrastRecorder;
  #byNode: Map<object, PageElement> | undefined;

  /**
   * @param context the part of the document to test; null for all of it
   * @param isUnchanged whether the document is as axe left it
   * @param whileOpening calls the function that builds the tree of the document
   */
  constructor(
    context: AxeContext,
    isUnchanged: boolean,
    {
      keyboard,
      hover,
      layouts,
      time,
      contrast,
    }: Pick<CheckedPage, 'keyboard' | 'hover' | 'layouts' | 'time' | 'contrast'>,
    whileOpening: (open: () => Tree) => Tree,
  ) {
    this.keyboard = keyboard;
    this.hover = hover;
    this.layouts = layouts;
    this.time = time;
    this.contrast = contrast;
    this.isWhole = context?.include === undefined;
    this.#context = context;
    this.#isUnchanged = isUnchanged;
    this.#whileOpening = whileOpening;
  }

  /** True for the document of the page itself, and false for one in a frame. */
  get isTop(): boolean {
    return parent === self;
  }

  /** The `html` element; also if it is not tested. */
  get root(): PageElement {
    return this.#open().root;
  }

  /** The elements to test in the order of the document, including open shadow roots. */
  get elements(): readonly PageElement[] {
    return this.#open().elements;
  }

  /** All elements in the order of the document, also those that are not tested; the root is the first one. */
  get allElements(): readonly PageElement[] {
    return this.#open().allElements;
  }

  /** All texts in the order of the document. */
  get allTexts(): readonly PageNode[] {
    return this.#open().allTexts;
  }

  /** Returns the elements to test that have one of the names, in lower case, by name and then by their order. */
  byTag(...names: string[]): PageElement[] {
    return names.flatMap((name) => this.#open().byTag.get(name) ?? []);
  }

  /** Returns the elements to test that have an attribute. */
  byAttribute(name: string): readonly PageElement[] {
    return this.#open().byAttribute.get(name) ?? [];
  }

  /** Returns the element to test that is a node of the document; undefined if it is not tested. */
  find(node: object): PageElement | undefined {
    this.#byNode ??= new Map(this.elements.map((element) => [element.actualNode, element]));
    return this.#byNode.get(node);
  }

  /** True if the scan tests all elements. */
  get isComplete(): boolean {
    return this.#context === null;
  }

  /** Returns the explicit or implicit ARIA role; null without a role. */
  role(element: PageElement): string | null {
    return getOrCompute(this.#roles, element, axe.commons.aria.getRole);
  }

  /** Returns the accessible name with single spaces; empty without a name. */
  name(element: PageElement): string {
    return getOrCompute(this.#names, element, computeName);
  }

  /** True if the element is rendered and may be seen, scrolled to or not. */
  isVisible(element: PageElement): boolean {
    return axe.commons.dom.isVisibleOnScreen(element);
  }

  /** True if assistive technology perceives the element. */
  isExposed(element: PageElement): boolean {
    return axe.commons.dom.isVisibleToScreenReaders(element);
  }

  /** True if the element can get the focus, by script or by key. */
  isFocusable(element: PageElement): boolean {
    return axe.commons.dom.isFocusable(element);
  }

  /** True if the Tab key can reach the element. */
  isInTabOrder(element: PageElement): boolean {
    return axe.commons.dom.isInTabOrder(element);
  }

  /** Returns the event listeners of an element. Needs `listeners` in the definition of the check. */
  listeners(element: PageElement): readonly ListenerFact[] {
    return listenersOf(element.actualNode);
  }

  /** Returns the event listeners of the document and, in the top document, of its window. */
  documentListeners(): readonly ListenerFact[] {
    return [...listenersOf(document), ...listenersOf(globalThis)];
  }

  /** Returns the position of an element to test among the nodes of its parent. */
  indexOf(element: PageElement): number {
    if (this.#indexes === undefined) {
      this.#indexes = new Map();
      for (const parent of new Set(this.elements.map((each) => each.parent))) {
        for (const [index, child] of (parent?.children ?? []).entries()) this.#indexes.set(child, index);
      }
    }
    return this.#indexes.get(element) ?? 0;
  }

  /** Returns the texts that users get, by block and declared language. */
  textParts(): readonly TextPart[] {
    this.#textParts ??= listTextParts(this.root, { withHidden: false });
    return this.#textParts;
  }

  /** Stores the languages of the text parts, in their order. */
  storeLanguages(languages: readonly TextLanguage[]): void {
    this.#languages = languages;
  }

  /** Returns the text parts with their languages. Needs `languages` in the definition of the check. */
  textsWithLanguages(): (TextPart & TextLanguage)[] {
    return this.#languages.flatMap((language, index) => {
      const part = this.textParts()[index];
      return part === undefined ? [] : [{ ...part, ...language }];
    });
  }

  /** Releases what axe stores of the document. */
  close(): void {
    if (this.#tree !== undefined) axe.teardown();
  }

  /** Builds the tree, at most once: if that fails, it would fail again for each check. */
  #open(): Tree {
    if (this.#tree === undefined) {
      this.#tree = {
        read: () => {
          throw new Error('the document could not be read');
        },
      };
      const tree = this.#whileOpening(() => readTree(this.#context, this.#isUnchanged));
      this.#tree = { read: () => tree };
    }
    return this.#tree.read();
  }
}

/** The elements of a document, and those to test by their tags and attributes. */
export interface Tree extends Pick<CheckedPage, 'root' | 'elements' | 'allElements' | 'allTexts'> {
  byTag: ReadonlyMap<string, PageElement[]>;
  byAttribute: ReadonlyMap<string, PageElement[]>;
}

function readTree(context: AxeContext, isUnchanged: boolean): Tree {
  const root = openTree(isUnchanged);
  const nodes = [root, ...listNodesWithin(root)];
  const [allElements, allTexts] = [nodes.filter(isElement), nodes.filter(isText)];
  const elements = context === null ? allElements : listSelected(root, context);
  const [byTag, byAttribute] = [new Map<string, PageElement[]>(), new Map<string, PageElement[]>()];
  for (const element of elements) {
    add(byTag, element.props.nodeName, element);
    for (const name of element.attrNames) add(byAttribute, name, element);
  }
  return { root, elements, allElements, allTexts, byTag, byAttribute };
}

/** Returns the root of axe's tree of the document. In an unchanged document, it is that of axe's run. */
function openTree(isUnchanged: boolean): PageElement {
  (globalThis as unknown as ModelWorld).a11yReturnModel?.();
  const root = axe._tree?.[0];
  if (isUnchanged && root?.actualNode === document.documentElement) return root;
  axe.teardown();
  return axe.setup(document);
}

/**
 * Returns the accessible name with single spaces. axe's own function takes the content of an element without a role as
 * its name; so such a name is computed by the other steps of https://www.w3.org/TR/accname-1.2/ only.
 */
function computeName(element: PageElement): string {
  const { aria, text } = axe.commons;
  const name = aria.namedFromContents(element, { strict: true })
    ? text.accessibleTextVirtual(element)
    : aria.arialabelledbyText(element) ||
      aria.arialabelText(element) ||
      text.nativeTextAlternative(element) ||
      text.titleText(element);
  return name.replace(/\s+/g, ' ').trim();
}

function listenersOf(object: object): readonly ListenerFact[] {
  return (globalThis as unknown as ListenersWorld).a11yListeners?.get(object) ?? [];
}

/** Returns the elements of the document that contain a text with more than white space. */
export function listElementsWithText(page: CheckedPage): ReadonlySet<PageElement> {
  const found = new Set<PageElement>();
  for (const text of page.allTexts) {
    if (!/\S/.test(text.props.nodeValue ?? '')) continue;
    for (
      let up = text.parent as PageElement | null;
      up !== null && !found.has(up);
      up = up.parent as PageElement | null
    )
      found.add(up);
  }
  return found;
}

/** Returns the elements of the document that are within an element with a property, in linear time. */
export function listElementsWithin(
  page: CheckedPage,
  isOuter: (element: PageElement) => boolean,
): ReadonlySet<PageElement> {
  const found = new Set<PageElement>();
  for (const outer of page.allElements) {
    // What is within an outer one that was found is found too.
    if (found.has(outer) || !isOuter(outer)) continue;
    for (const node of listNodesWithin(outer)) if (isElement(node)) found.add(node);
  }
  return found;
}

/** Returns the elements within the context. Each is visited once. */
function listSelected(root: PageElement, context: NonNullable<AxeContext>): PageElement[] {
  const { all } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const find = (selectors: readonly string[][] | undefined) =>
    new Set((selectors ?? []).flatMap(([selector = '']) => [...all(document, selector)]));
  const included = context.include === undefined ? null : find(context.include);
  const excluded = find(context.exclude);
  const selected: PageElement[] = [];
  const open: [PageElement, boolean][] = [[root, included === null]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [element, isWithin] = next;
    if (excluded.has(element.actualNode)) continue;
    const isIncluded = isWithin || included?.has(element.actualNode) === true;
    if (isIncluded) selected.push(element);
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at] as PageNode;
      if (isElement(child)) open.push([child, isIncluded]);
    }
  }
  return selected;
}

function add<Key, Value>(index: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}

function getOrCompute<Key, Value>(known: Map<Key, Value>, key: Key, compute: (key: Key) => Value): Value {
  const value = known.get(key);
  if (value !== undefined || known.has(key)) return value as Value;
  const computed = compute(key);
  known.set(key, computed);
  return computed;
}
