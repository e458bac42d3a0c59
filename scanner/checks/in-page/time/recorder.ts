import { getDom, listElements } from '../keyboard/focus.ts';
import { countFlashes, type Flashes } from './flashes.ts';

/** Members of the page's world that the code below uses. */
interface PageAnimation {
  playState: string;
  effect: {
    target?: object | null;
    pseudoElement?: string | null;
    getComputedTiming(): {
      endTime: number | null;
      duration: number | string;
      iterations: number;
      direction: string;
    };
    getKeyframes(): Record<string, unknown>[];
  } | null;
}
declare const document: { getAnimations(): PageAnimation[] };

interface MutationRecord {
  type: string;
  target: object;
}
declare class MutationObserver {
  constructor(callback: (records: MutationRecord[]) => void);
  observe(root: object, options: object): void;
  takeRecords(): MutationRecord[];
  disconnect(): void;
}

/** Members of media elements: they have no content that could hide them. */
interface MediaElement {
  paused: boolean;
  muted: boolean;
  controls: boolean;
  loop: boolean;
  volume: number;
  currentSrc: string;
  duration: number;
  readyState: number;
  networkState: number;
  webkitAudioDecodedByteCount: number;
}
/** Values of `readyState` and `networkState` with which nothing more is decoded. */
const HAVE_FUTURE_DATA = 3;
const NETWORK_EMPTY = 0;
const NETWORK_NO_SOURCE = 3;

/** A top-level navigation that the page started by itself. */
export interface TimedChange {
  url: string;
  /** The end of the span of virtual time in which it happened, in seconds. */
  withinSeconds: number;
}

/** Sound that begins by itself. */
export interface PlayingSound {
  element: object;
  /** The bytes of sound that the browser decoded to begin. Silence takes only a few; null if it could not play it. */
  decodedBytes: number | null;
  /** The seconds that it plays; infinite if it is repeated. */
  seconds: number;
}

/** What changes with the time in one document. The functions are called by the scanner. */
export class TimeRecorder {
  readonly changes: TimedChange[] = [];
  readonly sounds: PlayingSound[] = [];
  /** Elements that move without end, whose picture is animated, or whose content a script changes again and again. */
  readonly moving = new Map<object, 'style' | 'picture' | 'script'>();
  /** Elements whose brightness style sheets change several times in a second: how often. */
  readonly flashing = new Map<object, Flashes>();
  #pictures: object[] = [];
  #mutations = 0;
  readonly #observer = new MutationObserver((records) => this.#count(records));
  /** The elements whose content changed in the present span, and in each span before it. */
  #changed = new Set<object>();
  #alwaysChanged: Set<object> | undefined;

  /** Begins to count the changes of the document. */
  start(): void {
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#observer.observe(document, options);
  }

  /** Begins a span of time: forgets what changed before. */
  startSpans(): void {
    this.#count(this.#observer.takeRecords());
    this.#changed.clear();
  }

  /** Ends a span of time, and begins another one. */
  endSpan(): void {
    this.#count(this.#observer.takeRecords());
    const [before, now] = [this.#alwaysChanged, this.#changed];
    this.#alwaysChanged = before === undefined ? now : new Set([...before].filter((one) => now.has(one)));
    this.#changed = new Set();
  }

  /** Ends to count. Returns the number of changes since `start`. Stores the elements that changed in each span. */
  end(): number {
    this.#count(this.#observer.takeRecords());
    this.#observer.disconnect();
    for (const element of this.#alwaysChanged ?? []) {
      if (!this.moving.has(element)) this.moving.set(element, 'script');
    }
    return this.#mutations;
  }

  #count(records: readonly MutationRecord[]): void {
    const { parentNode, isElement } = getDom();
    this.#mutations += records.length;
    for (const { type, target } of records) {
      // What moves are the children: slides get another class or style, one after the other.
      const changed = type === 'childList' ? target : parentNode(target);
      if (changed !== null && isElement(changed)) this.#changed.add(changed);
    }
  }

  addChange(change: TimedChange): void {
    this.changes.push(change);
  }

  /** True if the browser has decoded the begin of all sounds that begin by themselves. */
  areSoundsReady(): boolean {
    return listAutoplaying().every(
      ({ readyState, networkState }) => readyState >= HAVE_FUTURE_DATA || networkState === NETWORK_NO_SOURCE,
    );
  }

  /** Stores the sounds that begin by themselves. */
  recordSounds(): void {
    for (const media of listAutoplaying()) {
      const isDecoded = media.readyState >= HAVE_FUTURE_DATA;
      if (!isDecoded && media.networkState === NETWORK_EMPTY) continue;
      const decodedBytes = isDecoded ? media.webkitAudioDecodedByteCount : null;
      this.sounds.push({ element: media, decodedBytes, seconds: readSeconds(media) });
    }
  }

  /** Stores the elements that style sheets move without end, or flash. Call it without emulated reduced motion. */
  recordMotion(): void {
    for (const { effect, playState } of document.getAnimations()) {
      const target = effect?.target ?? null;
      if (effect === null || target === null || playState !== 'running') continue;
      const timing = effect.getComputedTiming();
      const flashes = countFlashes(effect.getKeyframes(), timing);
      if (flashes.perSecond > (this.flashing.get(target)?.perSecond ?? 0)) this.flashing.set(target, flashes);
      const { endTime, duration } = timing;
      if (endTime !== Number.POSITIVE_INFINITY || !(Number(duration) > 0)) continue;
      if (effect.getKeyframes().some(moves)) this.moving.set(target, 'style');
    }
  }

  /** Returns the addresses of pictures that may be animated and that are at least so large, at most `max`. */
  listPictures(sizeMin: number, max: number): string[] {
    const { localName, rect, hasBox } = getDom();
    const addresses: string[] = [];
    for (const element of listElements()) {
      if (localName(element) !== 'img' || addresses.length === max) continue;
      const { currentSrc } = element as { currentSrc: string };
      const { width, height } = rect(element);
      const isShown = hasBox(element, { visibilityProperty: true, opacityProperty: true });
      if (!ANIMATED_NAME.test(currentSrc) || width < sizeMin || height < sizeMin || !isShown) continue;
      addresses.push(currentSrc);
      this.#pictures.push(element);
    }
    return addresses;
  }

  /** Stores which of these pictures are animated without end. */
  recordPictures(areAnimated: readonly boolean[]): void {
    for (const [index, element] of this.#pictures.entries()) {
      if (areAnimated[index] === true) this.moving.set(element, 'picture');
    }
  }
}

const ANIMATED_NAME = /^data:image\/(?:gif|apng|webp)|\.(?:gif|apng|webp)(?:[?#]|$)/i;

/** True if a keyframe changes where an element or its content is, or whether it shows. */
function moves(keyframe: Record<string, unknown>): boolean {
  const names = ['transform', 'translate', 'left', 'top', 'right', 'bottom', 'marginLeft', 'marginTop'];
  return [...names, 'backgroundPosition', 'backgroundPositionX', 'opacity', 'visibility'].some(
    (name) => keyframe[name] !== undefined,
  );
}

/** Returns the media elements that begin by themselves with sound. */
function listAutoplaying(): MediaElement[] {
  const { localName, hasAttribute } = getDom();
  const found: MediaElement[] = [];
  for (const element of listElements()) {
    if (!/^(?:audio|video)$/.test(localName(element)) || !hasAttribute(element, 'autoplay')) continue;
    const media = element as MediaElement;
    if (!media.muted && media.volume > 0) found.push(media);
  }
  return found;
}

/**
 * Returns the seconds that a media element plays: the part that its address names, or all of it. A stream, whose length
 * the server does not name, is endless for the browser.
 */
function readSeconds(media: MediaElement): number {
  if (media.loop) return Number.POSITIVE_INFINITY;
  // Of what cannot be played, only a part can be short.
  const duration = Number.isNaN(media.duration) ? Number.POSITIVE_INFINITY : media.duration;
  const fragment = new URLSearchParams(media.currentSrc.slice(media.currentSrc.indexOf('#') + 1)).get('t');
  const [, start = '0', end] = /^(?:npt:)?([\d.]*)(?:,([\d.]+))?$/.exec(fragment ?? '') ?? [];
  return Math.max(0, Math.min(duration, end === undefined ? duration : Number(end)) - Number(start || 0));
}
