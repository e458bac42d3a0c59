import { startAnimations } from '../animations.ts';
import { getDom, readShownText } from '../keyboard/focus.ts';
import { listRoots } from '../roots.ts';

/** Members of the page's world that the code below uses. */
declare const document: {
  body: object | null;
};
declare const innerHeight: number;
declare const performance: { now(): number };
declare function getComputedStyle(element: object): { position: string };
declare function setTimeout(work: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number | undefined): void;

/** A message that was shown and vanished by itself. */
export interface VanishedMessage {
  /** The element that showed it, and those around it from the inside to the outside. */
  path: object[];
  text: string;
  /** For how many seconds it was shown: since the page was opened, or since it appeared. */
  seconds: number;
}

interface ShownMessage {
  text: string;
  path: object[];
  /** The text of the element around it; null without one, or if that is a large part of the page. */
  around: string | null;
  /** Virtual milliseconds since the page was opened. */
  since: number;
}

/** Roles of elements that show messages, and elements that may have a name of such elements. */
const ROLE_SELECTOR = '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]';
const MESSAGE_SELECTOR = `${ROLE_SELECTOR}, [class], [id]`;
/** Parts of such names. For each element of a page, this is much faster than a selector of all parts. */
const MESSAGE_NAME = /toast|snackbar|notif|flash|alert|message|notice/i;
/** Names of elements whose content changes for other reasons than that a message ends. */
const OTHERS =
  /carousel|slider|slideshow|\bslides?\b|swiper|ticker|marquee|rotat|\bload(?:ing|er)|spinner|progress|skeleton|busy|clock|timer|countdown|counter|cookie|consent|skip|tooltip|typing/i;
const OTHER_ROLES = /^(?:timer|progressbar|marquee|tooltip)$/;
const LOADING =
  /^(?:loading|please wait|lädt|laden|wird geladen|bitte warten|chargement|cargando|caricamento)/i;
const WORD = /\p{L}{2,}/gu;
/** Minimum size in CSS pixels: texts that only screen readers read are smaller. */
const SIZE_MIN = 10;
/** Limits of the texts in characters, the messages at a time, and the elements around a message that are looked at. */
const TEXT_MAX = 300;
const MESSAGES_MAX = 60;
/** Maximum number of elements of which the text is read in one look, because that takes long. */
const READS_MAX = 200;
const DEPTH_MAX = 12;
/** Maximum number of shadow roots in which messages without a name are looked for. */
const ROOTS_MAX = 50;
/** Virtual milliseconds between two looks after changes, and their maximum number. */
const PAUSE_MS = 500;
const LOOKS_MAX = 150;
/** Maximum number of messages that end and of which the page is searched for other reasons. */
const ENDS_MAX = 20;

/** Records which messages of a document vanish. */
export class MessageRecorder {
  readonly vanished: VanishedMessage[] = [];
  /** Texts that were shown again, as in slides. */
  readonly #returned = new Set<string>();
  #shown = new Map<object, ShownMessage>();
  #latest = Number.NEGATIVE_INFINITY;
  #looks = 0;
  #ends = 0;
  #hasBegun = false;
  /** Runs until the next look. */
  #timer: number | undefined;
  /** True if not all messages, or changes of them, were looked at. */
  isCut = false;
  #remembered: string[] = [];

  /** Stores which messages are shown before the scanner acts on the page. */
  remember(): void {
    this.#remembered = [...this.#list().values()];
  }

  /**
   * Begins to compare the messages that are shown with those shown later. Returns their number, and whether one of
   * those remembered is gone: keys may have closed it, or the time.
   */
  begin(): { shown: number; isOneGone: boolean } {
    this.#hasBegun = true;
    const present = this.#list();
    for (const [element, text] of present) this.#add(element, text, 0);
    const texts = new Set(present.values());
    return { shown: present.size, isOneGone: this.#remembered.some((text) => !texts.has(text)) };
  }

  /** Looks after a change: at once, or after the pause if the latest look was a moment ago. */
  lookAfterChange(): void {
    if (!this.#hasBegun || this.#timer !== undefined) return;
    const pauseMs = this.#latest + PAUSE_MS - performance.now();
    if (pauseMs > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.lookAfterChange();
      }, pauseMs);
    } else if (this.#looks < LOOKS_MAX) {
      this.look();
    } else {
      this.isCut = true;
    }
  }

  /** Ends to look after changes. */
  end(): void {
    this.#hasBegun = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Looks, and starts the transitions and animations that wait for the browser to draw a picture: many messages vanish
   * at the end of one.
   */
  lookAndAnimate(): number {
    const shown = this.look();
    startAnimations();
    return shown;
  }

  /** Stores which messages have vanished. Returns the number of those that are shown. */
  look(): number {
    const now = performance.now();
    this.#latest = now;
    this.#looks += 1;
    const present = this.#list();
    const gone = [...this.#shown].filter(([element, { text }]) => present.get(element) !== text);
    for (const [element, message] of gone) {
      this.#shown.delete(element);
      if (!present.has(element)) this.#end(message, now);
    }
    for (const [element, text] of present) {
      if (this.vanished.some((message) => message.text === text)) this.#returned.add(text);
      if (!this.#shown.has(element)) this.#add(element, text, now);
    }
    return this.#shown.size;
  }

  /** Returns the messages that vanished and were not shown again, and the innermost element that still exists. */
  list(): { element: object; text: string; seconds: number }[] {
    return this.vanished
      .filter(({ text }) => !this.#returned.has(text))
      .flatMap(({ path, ...message }) => {
        const element = path.find(getDom().isConnected);
        return element === undefined ? [] : { element, ...message };
      });
  }

  #list(): Map<object, string> {
    const { found, isCut } = listMessages();
    if (isCut) this.isCut = true;
    return found;
  }

  #add(element: object, text: string, since: number): void {
    const path = listPath(element);
    const [, parent] = path;
    const around = parent === undefined || isLarge(parent) ? null : readText(parent);
    this.#shown.set(element, { text, path, around, since });
  }

  #end({ text, path, around, since }: ShownMessage, now: number): void {
    this.#ends += 1;
    const isKnown = this.vanished.some((message) => message.text.includes(text));
    if (this.#ends > ENDS_MAX) this.isCut = true;
    if (this.#ends > ENDS_MAX || isKnown) return;
    const [, parent] = path;
    // Another text is shown instead, or the same one elsewhere. What is transparent still has its text.
    const known = new Set(around?.match(WORD));
    const isReplaced =
      around !== null &&
      parent !== undefined &&
      (readText(parent).match(WORD) ?? []).some((word) => !known.has(word));
    const own = path[0] !== undefined && getDom().isConnected(path[0]) ? count(readText(path[0]), text) : 0;
    const all = document.body === null ? 0 : count(readText(document.body), text);
    if (isReplaced || all > own) return;
    this.vanished.push({ path, text, seconds: Math.round((now - since) / 1_000) });
  }
}

/** Yields the elements whose role or name is one of messages. */
function* listNamed(): Generator<object> {
  const { all, attribute, matches } = getDom();
  for (const root of listRoots()) {
    for (const element of all(root, MESSAGE_SELECTOR)) {
      const names = `${attribute(element, 'class')} ${attribute(element, 'id')}`;
      if (MESSAGE_NAME.test(names) || matches(element, ROLE_SELECTOR)) yield element;
    }
  }
}

/** Returns the elements that show a message, and their texts. @returns isCut: there are more */
function listMessages(): { found: Map<object, string>; isCut: boolean } {
  const { hasBox, rect, isElement } = getDom();
  const found = new Map<object, string>();
  // Frameworks append messages without a name to the body, and components to their shadow root.
  const ends = [document.body ?? [], ...listRoots().slice(1, ROOTS_MAX)].flat();
  const atEnd = ends.flatMap(listChildren).filter(isFixed);
  let reads = 0;
  for (const element of [...listNamed(), ...atEnd]) {
    if (found.size === MESSAGES_MAX || reads === READS_MAX) return { found, isCut: true };
    if (found.has(element) || !isElement(element)) continue;
    if (!hasBox(element, { visibilityProperty: true, opacityProperty: true })) continue;
    const { width, height } = rect(element);
    if (width < SIZE_MIN || height < SIZE_MIN || isLarge(element)) continue;
    reads += 1;
    const text = readText(element);
    const isMessage = text.length <= TEXT_MAX && text.search(WORD) >= 0 && !LOADING.test(text);
    if (isMessage && !isOther(element)) found.set(element, text);
  }
  return { found, isCut: false };
}

function isOther(element: object): boolean {
  const { attribute } = getDom();
  return listPath(element).some((up) => {
    const names = `${attribute(up, 'class')} ${attribute(up, 'id')} ${attribute(up, 'aria-roledescription')}`;
    const isOtherRole =
      OTHER_ROLES.test(attribute(up, 'role') ?? '') || attribute(up, 'aria-busy') === 'true';
    return isOtherRole || (up !== document.body && OTHERS.test(names));
  });
}

/** Returns an element and those around it, up to the body, at most some. */
function listPath(element: object): object[] {
  const { isElement, parentNode } = getDom();
  const path: object[] = [];
  let up: object | null = element;
  while (up !== null && isElement(up) && path.length < DEPTH_MAX) {
    path.push(up);
    up = up === document.body ? null : parentNode(up);
  }
  return path;
}

function listChildren(parent: object): object[] {
  const { firstChild, nextSibling, isElement } = getDom();
  const children: object[] = [];
  for (let child = firstChild(parent); child !== null; child = nextSibling(child)) {
    if (isElement(child)) children.push(child);
  }
  return children;
}

function isFixed(element: object): boolean {
  return getComputedStyle(element).position === 'fixed';
}

/** True for what is higher than half of the window. */
function isLarge(element: object): boolean {
  return element === document.body || getDom().rect(element).height > innerHeight / 2;
}

/** Returns the text that is shown in an element, with single spaces. */
function readText(element: object): string {
  return readShownText(element).replace(/\s+/g, ' ').trim();
}

/** Returns how often a text contains another one. */
function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
