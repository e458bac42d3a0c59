import { listRoots } from '../roots.ts';
import { countChanges, startCounting } from './changes.ts';
import { findCloser } from './closers.ts';
import { findCover } from './cover.ts';
import {
  countStopsWithin,
  type DialogState,
  findDialogAround,
  isModal,
  isWithin,
  listOpenDialogs,
} from './dialogs.ts';
import {
  blurElement,
  canFocus,
  findFocused,
  focusElement,
  getDom,
  getTabIndex,
  listElements,
  readShownText,
} from './focus.ts';
import { findKeyHints, type KeyHints } from './key-hints.ts';
import { describeLook, finishTransitionsAround, hasOutline, isInMotion } from './look.ts';
import { type Stillness, watchMotion } from './stillness.ts';
import { listTargets, type TargetKind } from './targets.ts';

/** Members of the page's world that the code below uses. */
interface KeyEvent {
  key: string;
  defaultPrevented: boolean;
  isTrusted: boolean;
  composedPath(): object[];
}
type AddListener = (type: string, listener: (event: KeyEvent) => void, capture: boolean) => void;
interface Listening {
  addEventListener: AddListener;
  removeEventListener: AddListener;
}
declare const addEventListener: AddListener;
declare const removeEventListener: AddListener;
declare function scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
declare const Element: new () => object;
declare const scrollX: number;
declare const scrollY: number;
declare const innerWidth: number;
declare const innerHeight: number;
declare const performance: { timeOrigin: number; now(): number };
declare const document: { hasFocus(): boolean; body: object | null };
declare const HTMLDialogElement: {
  prototype: { showModal: (this: object) => void };
};

/** The look of an element that is too small to be seen with the focus. Only a picture can show an indicator. */
const TINY = 'tiny';

/** Where the focus was after a key was released. */
export interface Stop {
  /** The number of the focused element in its document; null if no element of it has the focus. */
  element: number | null;
  /** The page handled the key itself. */
  isHandled: boolean;
  /** The element got the focus by this key, and lost it at once. */
  lost: number | null;
  /** A field that got the focus by this key and gave it to another element at once. */
  given: number | null;
  /** No element has the focus, but the document itself has it. */
  isInDocument: boolean;
  /** The time of the browser in milliseconds, which orders the stops of several documents. */
  at: number;
}

/** The state of the focus in a document. */
export interface FocusState {
  hasFocus: boolean;
  element: number | null;
  /** The focused element is a frame, whose document may have the focus. */
  isFrame: boolean;
}

/** What the page did in reaction to keys. */
export interface Reactions {
  mutations: number;
  clicks: number;
  /** The page prevented what the browser does with the latest key. */
  isHandled: boolean;
}

/** What the walk observed when an element had the focus for the first time. */
export interface Visit {
  element: object;
  /** The order of the stops in this document. */
  index: number;
  box: { left: number; top: number; right: number; bottom: number };
  /** Absent if the focus shows, or if the page was in motion. */
  lookWithFocus?: string;
  /** True if the page was in motion, so that the looks are compared after the walk. */
  isLookedAtLater?: boolean;
  /** True if nothing shows the focus, in styles and in pictures; set after the walk. */
  isFocusHidden?: boolean;
  /** A fixed or sticky element that hides it. */
  cover: object | null;
}

/** What an element is, for decisions of the scanner. */
export interface ElementFacts {
  /** The name of the element, with its role, or the type of an `input`. */
  kind: string;
  /** The number of elements in the dialog around it that the Tab key may reach; null without a dialog. */
  dialogStops: number | null;
  isMedia: boolean;
  isShown: boolean;
}

/** A result of the walk that the scanner decided, with its evidence. */
export interface KeyboardFact {
  kind: string;
  element: object;
  data: Record<string, string | number | boolean>;
}

/** Records in one document what keys do. The functions are called by the scanner. */
export class KeyRecorder {
  readonly visits = new Map<object, Visit>();
  readonly facts: KeyboardFact[] = [];
  readonly #elements: object[] = [];
  readonly #numbers = new Map<object, number>();
  #stops: Stop[] = [];
  #down: KeyEvent | undefined;
  #got: object | null = null;
  /** The element that got the focus first since the latest key. */
  #first: object | null = null;
  #isKeyDown = false;
  /** The element that had the focus after the latest key; null if it is not known, or another document had it since. */
  #latest: object | null = null;
  /** True if the window has got the focus, and none of its elements yet. */
  #hasEntered = false;
  #isTesting = false;
  readonly #moves = new Set<object>();
  #scroll = { left: 0, top: 0 };
  #focusedBefore: object | null = null;
  #mutationsBefore = 0;
  #clicks = 0;
  #openDialogs: ReadonlySet<object> = new Set();
  /** By the number of one of them: elements of a group that look the same with the focus. */
  readonly #hidden = new Map<number, object[]>();
  #stillness: Stillness | undefined;

  readonly #hearFocus = (event: KeyEvent) => this.#onFocus(event);
  #heard: KeyEvent | undefined;
  readonly #listeners: [string, (event: KeyEvent) => void][] = [
    ['keydown', (event) => this.#onDown(event)],
    ['keyup', (event) => this.#onUp(event)],
    // Not `focusin`, which does not come if the element loses the focus at once.
    ['focus', this.#hearFocus],
    ['click', () => this.#countClick()],
  ];
  /** Shadow roots hear what moves between their elements, which nothing outside of them does. */
  #roots: Listening[] = [];
  /** The modal dialogs that were open in the beginning. */
  #modals: object[] = [];

  /** Begins to record. Returns the number of elements that the Tab key may reach. */
  start(): number {
    this.#scroll = { left: scrollX, top: scrollY };
    this.#focusedBefore = findFocused();
    for (const [type, listener] of this.#listeners) addEventListener(type, listener, true);
    this.#roots = listRoots().slice(1) as Listening[];
    for (const root of this.#roots) root.addEventListener('focus', this.#hearFocus, true);
    this.#modals = listOpenDialogs().filter((dialog) => getDom().matches(dialog, 'dialog:modal'));
    startCounting();
    let stops = 0;
    for (const element of listElements()) if (getTabIndex(element) >= 0) stops += 1;
    return stops;
  }

  /** Sets whether keys are a test of a trap, which visits no element: what it reaches may be another trap. */
  setTesting(isTesting: boolean): void {
    this.#isTesting = isTesting;
  }

  /** Returns the number of changes of the document since `start`. */
  countMutations(): number {
    return countChanges();
  }

  /** Returns the stops since the last call. */
  takeStops(): Stop[] {
    const stops = this.#stops;
    this.#stops = [];
    return stops;
  }

  /** Returns the elements that got the focus since the last call while no key was pressed. */
  takeMoves(): number[] {
    const moves = [...this.#moves].map((element) => this.#getNumber(element));
    this.#moves.clear();
    this.#latest = null;
    return moves;
  }

  readFocus(): FocusState {
    const focused = findFocused();
    return {
      hasFocus: document.hasFocus(),
      element: focused && this.#getNumber(focused),
      isFrame: focused !== null && /^i?frame$/.test(getDom().localName(focused)),
    };
  }

  focus(number: number): void {
    focusElement(this.#get(number));
  }

  /** Focuses an element, also if it has the focus, so that it gets the event. */
  refocus(number: number): void {
    const focused = findFocused();
    if (focused !== null) blurElement(focused);
    focusElement(this.#get(number));
  }

  /** Returns the elements that the walk visited and that a description of `Targets` names. */
  listTargets(kind: TargetKind, max: number): number[] {
    const found: number[] = [];
    for (const element of listTargets(this.visits.keys(), kind)) {
      if (found.length === max) break;
      found.push(this.#getNumber(element));
    }
    return found;
  }

  /** Returns what the page did so far: changes of the document and clicks. */
  readReactions(): Reactions {
    return {
      mutations: this.countMutations(),
      clicks: this.#clicks,
      isHandled: this.#down?.defaultPrevented ?? false,
    };
  }

  /** Stores the dialogs that are open. */
  recordDialogs(): void {
    this.#openDialogs = new Set(listOpenDialogs());
  }

  /** Returns the state of a dialog that was opened since `recordDialogs`; null without one. */
  readOpenedDialog(): DialogState | null {
    const dialog = listOpenDialogs().find((one) => !this.#openDialogs.has(one));
    if (dialog === undefined) return null;
    const focused = findFocused();
    return {
      element: this.#getNumber(dialog),
      isModal: isModal(dialog),
      hasFocus: focused !== null && isWithin(focused, dialog),
      stops: countStopsWithin(dialog),
    };
  }

  /** Returns a button that closes a dialog; null without one. */
  findCloser(dialog: number): number | null {
    const closer = findCloser(this.#get(dialog));
    return closer && this.#getNumber(closer);
  }

  /** True if an element is within another one. */
  isWithin(number: number, outer: number): boolean {
    return isWithin(this.#get(number), this.#get(outer));
  }

  /**
   * Moves the focus to the first element after another that the walk has not visited. Returns false if none takes the
   * focus.
   * @param number null for the first of all
   */
  focusNextUnvisited(number: number | null): boolean {
    const from = number === null ? null : this.#get(number);
    let isAfter = from === null;
    for (const element of this.#listUnvisited(from)) {
      if (element === from) isAfter = true;
      else if (isAfter) {
        this.#mutationsBefore = this.countMutations();
        focusElement(element);
        if (findFocused() !== element) continue;
        if (!this.#isTesting) this.visits.set(element, this.#visit(element));
        return true;
      }
    }
    return false;
  }

  /**
   * True if an element takes the focus that the Tab key should reach, and that the walk has not visited. Moves the
   * focus.
   */
  hasUnvisited(): boolean {
    for (const element of this.#listUnvisited()) {
      focusElement(element, true);
      if (findFocused() === element) return true;
    }
    return false;
  }

  /**
   * Focuses the element before the first one that takes the focus and that the walk has not visited, so that the Tab
   * key leads there. Returns the number of that one; null if each was visited.
   */
  focusBeforeUnvisited(): number | null {
    const unvisited = new Set(this.#listUnvisited());
    const before: object[] = [];
    for (const element of unvisited.size === 0 ? [] : listElements()) {
      if (getTabIndex(element) < 0) continue;
      if (!unvisited.has(element)) {
        before.push(element);
        continue;
      }
      focusElement(element, true);
      if (findFocused() !== element) continue;
      blurElement(element);
      for (const one of before.reverse()) {
        focusElement(one);
        if (findFocused() === one) break;
      }
      return this.#getNumber(element);
    }
    return null;
  }

  /**
   * Yields the elements that the Tab key may reach and that the walk has not visited.
   * @param also yielded at its position among them
   */
  *#listUnvisited(also: object | null = null): Generator<object> {
    const { localName, attribute } = getDom();
    const isRadio = (element: object) => attribute(element, 'type')?.toLowerCase() === 'radio';
    const groups = new Set([...this.visits.keys()].filter(isRadio).map((one) => attribute(one, 'name')));
    for (const element of listElements()) {
      if (element === also) yield element;
      if (getTabIndex(element) < 0 || this.visits.has(element) || hidesKeys.has(localName(element))) continue;
      // The Tab key reaches one of a group of radio buttons.
      const name = attribute(element, 'name');
      if (!isRadio(element) || name === null || !groups.has(name)) yield element;
    }
  }

  /** Returns the name and the type of an element, e.g. `input date`, and facts about it. */
  describe(number: number): ElementFacts {
    const { localName, attribute, hasBox } = getDom();
    const element = this.#get(number);
    const dialog = findDialogAround(element);
    const type =
      attribute(element, 'role') ?? (localName(element) === 'input' && attribute(element, 'type')) ?? '';
    return {
      kind: `${localName(element)} ${String(type || '').toLowerCase()}`.trim(),
      dialogStops: dialog === null ? null : countStopsWithin(dialog),
      isMedia: media.has(localName(element)),
      isShown: hasBox(element, { visibilityProperty: true }),
    };
  }

  /**
   * Returns the keys that the document, or the attributes of an element, name in a text that is rendered.
   * @param number null without an element in this document
   */
  readKeyHints(number: number | null): KeyHints {
    const { attribute, firstChild, nextSibling } = getDom();
    const attributes = ['title', 'aria-label', 'aria-description', 'placeholder', 'aria-keyshortcuts'];
    const own = number === null ? [] : attributes.map((name) => attribute(this.#get(number), name) ?? '');
    const texts: string[] = [];
    for (const root of listRoots().slice(1)) {
      for (let node = firstChild(root); node !== null; node = nextSibling(node))
        texts.push(readShownText(node));
    }
    const ofBody = document.body === null ? '' : readShownText(document.body);
    return findKeyHints([ofBody, ...texts, ...own].join('\n'));
  }

  /** True if a modal dialog is closed that was open in the beginning. */
  hasLostModal(): boolean {
    return this.#modals.some((dialog) => !getDom().matches(dialog, ':modal'));
  }

  /** Opens the modal dialogs again that were open in the beginning. Returns whether one was closed. */
  reopenModals(): boolean {
    const { matches, isConnected } = getDom();
    const closed = this.#modals.filter((dialog) => !matches(dialog, ':modal') && isConnected(dialog));
    for (const dialog of closed) {
      try {
        HTMLDialogElement.prototype.showModal.call(dialog);
      } catch {
        // The page has opened it in another way.
      }
    }
    return closed.length > 0;
  }

  /** Stores a result of the walk for the checks. */
  addFact(kind: string, number: number, data: KeyboardFact['data']): void {
    this.facts.push({ kind, element: this.#get(number), data });
  }

  listFactKinds(): string[] {
    return this.facts.map(({ kind }) => kind);
  }

  /**
   * Ends the walk in this document: removes the focus, and compares the looks with and without it. Returns one element
   * of each group of similar elements that look the same.
   */
  endWalk(): number[] {
    const focused = findFocused();
    if (focused !== null) blurElement(focused);
    const groups = new Map<string, number>();
    for (const { element, lookWithFocus, isLookedAtLater } of this.visits.values()) {
      if (lookWithFocus === undefined && !isLookedAtLater) continue;
      const isKnown = lookWithFocus === TINY || (!isLookedAtLater && describeLook(element) === lookWithFocus);
      // A look that differs from an earlier one may differ because the page has grown meanwhile.
      if (!isKnown && !looksSame(element)) continue;
      const group = describeGroup(element);
      const number = groups.get(group) ?? this.#getNumber(element);
      groups.set(group, number);
      this.#hidden.set(number, [...(this.#hidden.get(number) ?? []), element]);
    }
    return [...this.#hidden.keys()];
  }

  /** Begins to note which parts of the page move while nothing has the focus. */
  watchMotion(): void {
    this.#stillness = watchMotion();
  }

  /** Hides the parts of the page that moved since `watchMotion`, and pauses its animations. */
  hideMotion(): void {
    this.#stillness?.hide([...this.visits.keys()]);
  }

  /** Shows what `hideMotion` has hidden, and lets it move again. */
  showMotion(): void {
    this.#stillness?.end();
  }

  /** Scrolls to an element, so that it can be seen with and without the focus. Returns whether it is in the window. */
  showWithoutFocus(number: number): boolean {
    const element = this.#get(number);
    focusElement(element);
    blurElement(element);
    const { left, top, right, bottom } = getDom().rect(element);
    return left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
  }

  /** Focuses an element where it is. Returns whether the style sheets treat that like a focus by key. */
  showWithFocus(number: number): boolean {
    const element = this.#get(number);
    focusElement(element, true);
    return findFocused() === element && getDom().matches(element, ':focus-visible');
  }

  /** Records that no picture shows the focus of an element, and of those of its group. */
  confirmHidden(number: number): void {
    for (const element of this.#hidden.get(number) ?? []) {
      const visit = this.visits.get(element);
      if (visit !== undefined) visit.isFocusHidden = true;
    }
  }

  /** Ends to record, and restores the focus and the scroll position. */
  restore(): void {
    for (const [type, listener] of this.#listeners) removeEventListener(type, listener, true);
    for (const root of this.#roots) root.removeEventListener('focus', this.#hearFocus, true);
    const focused = findFocused();
    if (focused !== null) blurElement(focused);
    if (this.#focusedBefore !== null) focusElement(this.#focusedBefore, true);
    scrollTo({ ...this.#scroll, behavior: 'instant' });
  }

  #countClick(): void {
    this.#clicks += 1;
  }

  #onDown(event: KeyEvent): void {
    if (!event.isTrusted) return;
    this.#down = event;
    // Focus events between elements of one shadow root are not heard outside of it.
    const focused = findFocused();
    if (this.#latest !== null && focused !== null && focused !== this.#latest) this.#moves.add(focused);
    this.#mutationsBefore = this.countMutations();
    this.#got = null;
    this.#first = null;
    this.#isKeyDown = true;
  }

  #onFocus(event: KeyEvent): void {
    // A shadow root and the window can hear the same event.
    if (event === this.#heard) return;
    this.#heard = event;
    const [target] = event.composedPath();
    const hasEntered = this.#hasEntered;
    this.#hasEntered = !(target instanceof Element);
    if (!(target instanceof Element)) return;
    this.#got = target;
    this.#latest = null;
    this.#first ??= target;
    // The key that leads into a document is pressed in another one.
    if (!this.#isKeyDown && !hasEntered) this.#moves.add(target);
  }

  #onUp(event: KeyEvent): void {
    if (!event.isTrusted) return;
    const focused = findFocused();
    const isHandled = this.#down?.defaultPrevented ?? false;
    const got = this.#got;
    this.#got = null;
    this.#isKeyDown = false;
    const lost = got !== null && focused === null ? this.#getNumber(got) : null;
    const element = focused && this.#getNumber(focused);
    const first = this.#first;
    const isGiven = event.key === 'Tab' && first !== null && focused !== null && focused !== first;
    const given = isGiven && isTextField(first) ? this.#getNumber(first) : null;
    const isInDocument = focused === null && document.hasFocus();
    this.#latest = focused;
    this.#stops.push({
      element,
      isHandled,
      lost,
      given,
      isInDocument,
      at: performance.timeOrigin + performance.now(),
    });
    if (focused === null || event.key !== 'Tab' || this.visits.has(focused)) return;
    if (!this.#isTesting) this.visits.set(focused, this.#visit(focused));
  }

  #visit(element: object): Visit {
    const { left, top, right, bottom } = getDom().rect(element);
    const box = {
      left: left + scrollX,
      top: top + scrollY,
      right: right + scrollX,
      bottom: bottom + scrollY,
    };
    const visit: Visit = { element, index: this.visits.size, box, cover: findCover(element) };
    const isTiny = right - left <= 1 || bottom - top <= 1;
    // An element without a size has no content to show, such as an empty link, which is another fault.
    if (hasInnerFocus(element) || right === left || bottom === top) return visit;
    // Without motion, what the page does in reaction to the key is part of the look.
    if (this.countMutations() !== this.#mutationsBefore || isInMotion(element)) visit.isLookedAtLater = true;
    else if (isTiny) visit.lookWithFocus = TINY;
    else if (!hasOutline(element)) visit.lookWithFocus = describeLook(element);
    return visit;
  }

  #getNumber(element: object): number {
    const number = this.#numbers.get(element) ?? this.#elements.push(element) - 1;
    this.#numbers.set(element, number);
    return number;
  }

  #get(number: number): object {
    return this.#elements[number] as object;
  }
}

const media: ReadonlySet<string> = new Set(['audio', 'video']);
/** Elements that may keep the events of keys: they have controls or another document within. */
const hidesKeys: ReadonlySet<string> = new Set([...media, 'iframe', 'frame', 'object', 'embed']);
/** Elements with inner parts that show the focus, or whose content is another document. */
const inner: ReadonlySet<string> = new Set('iframe frame audio video object embed area textarea'.split(' '));
/** Types of `input` without a caret and without inner parts. */
const plainTypes: ReadonlySet<string> = new Set('button checkbox image radio reset submit'.split(' '));

/**
 * True if an element looks the same with and without the focus. All is read in one moment, in which only the page's
 * listeners of the focus run, so nothing else moves. Removes the focus.
 */
function looksSame(element: object): boolean {
  if (!canFocus(element)) return false;
  focusElement(element, true);
  finishTransitionsAround(element);
  const isDecided = findFocused() === element && !hasOutline(element);
  const withFocus = isDecided ? describeLook(element) : '';
  blurElement(element);
  finishTransitionsAround(element);
  return isDecided && describeLook(element) === withFocus;
}

/** True for fields that users type into or choose in. */
function isTextField(element: object): boolean {
  const { localName, attribute } = getDom();
  const name = localName(element);
  if (name === 'input') return !plainTypes.has((attribute(element, 'type') ?? 'text').toLowerCase());
  return name === 'textarea' || name === 'select';
}

/** True for elements that show the focus by a caret or by inner parts. */
function hasInnerFocus(element: object): boolean {
  const { localName, isEditable } = getDom();
  const name = localName(element);
  return name === 'input' ? isTextField(element) : inner.has(name) || isEditable(element);
}

/** Returns a text that is equal for elements that the same style sheet rules probably apply to. */
function describeGroup(element: object): string {
  const { localName, attribute, parentNode, isElement } = getDom();
  const parent = parentNode(element);
  const describe = (one: object | null) =>
    one !== null && isElement(one) ? `${localName(one)}.${attribute(one, 'class')}` : '';
  return `${describe(element)} ${attribute(element, 'type')} ${describe(parent)} ${describe(parent && parentNode(parent))}`;
}
