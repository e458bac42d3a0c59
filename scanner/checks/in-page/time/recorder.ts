import { type Animation, listAllAnimations } from '../animations.ts';
import { getDom, listElements } from '../keyboard/focus.ts';
import { getParent } from '../layouts/measure-layout.ts';
import { listRoots, RootObserver } from '../roots.ts';
import { countFlashes, type Flashes } from './flashes.ts';
import { MessageRecorder } from './messages.ts';

/** Members of the page's world that the code below uses. */
interface StyledRoot {
  adoptedStyleSheets: readonly CSSStyleSheet[];
}
declare class CSSStyleSheet {
  readonly cssRules: Iterable<CSSRule>;
  replaceSync(css: string): void;
}
/** A rule of a style sheet, with the rules within, or with the style sheet that it imports; null if it has none. */
interface CSSRule {
  cssRules?: Iterable<CSSRule>;
  styleSheet?: CSSStyleSheet | null;
}
declare class CSSKeyframesRule {
  name: string;
}
declare class CSSGroupingRule {
  insertRule(css: string): number;
}
declare function getComputedStyle(element: object, pseudo: string): { width: string; height: string };

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
  /** True if a request was refused before, which the page may have reacted to. */
  isAfterRefusal: boolean;
}

/** How the page ended by itself, or its session, after more than a minute. */
export interface TimeLimit {
  /**
   * `leave` and `reload` are navigations; `route` is a change of the address in an app with one document; `request`
   * asks the server to end the session.
   */
  kind: 'leave' | 'reload' | 'route' | 'request';
  url: string;
  /** The end of the span of virtual time in which it happened, in minutes. */
  withinMinutes: number;
  /** True if a request was refused before, which the page may have reacted to. */
  isAfterRefusal: boolean;
  /** True if the page changed while this time passed: what changed may have been a warning. */
  hasChanged: boolean;
}

/** Sound that begins by itself. */
export interface PlayingSound {
  element: object;
  /** The bytes of sound that the browser decoded to begin. Silence takes only a few; null if it could not play it. */
  decodedBytes: number | null;
  /** The seconds that it plays; infinite if it is repeated. */
  seconds: number;
}

/** What changes without end: where an element is, whether it shows, its picture, or its content by a script. */
export type Motion = 'style' | 'blink' | 'picture' | 'script';

/** An element whose brightness an animation changes. */
export interface Flashing extends Flashes {
  element: object;
  /** The size of the pseudo-element that flashes instead, NaN if it is not known; null if none does. */
  pseudo: { width: number; height: number } | null;
}

/** What changes with the time in one document. The functions are called by the scanner. */
export class TimeRecorder {
  readonly changes: TimedChange[] = [];
  readonly sounds: PlayingSound[] = [];
  /** Elements that move without end, whose picture is animated, or whose content a script changes again and again. */
  readonly moving = new Map<object, Motion>();
  /** Elements whose brightness style sheets change, for each animation. */
  readonly flashing: Flashing[] = [];
  /** What ends after more than a minute; undefined if nothing does. */
  limit: TimeLimit | undefined;
  readonly messages = new MessageRecorder();
  #pictures: object[] = [];
  #mutations = 0;
  readonly #observer = new RootObserver((records) => {
    this.#count(records);
    this.messages.lookAfterChange();
  });
  /** The elements whose content changed in the present span, and in each span before it. */
  #changed = new Set<object>();
  #alwaysChanged: Set<object> | undefined;

  /** Begins to count the changes of the document. */
  start(): void {
    this.#observer.observeRoots();
  }

  /** Begins a span of time: forgets what changed before. */
  startSpans(): void {
    this.#observer.update();
    this.#observer.observeRoots();
    this.#changed.clear();
  }

  /** Ends a span of time, and begins another one. Looks for messages, and returns the number of those shown. */
  endSpan(): number {
    this.#observer.update();
    this.#observer.observeRoots();
    const [before, now] = [this.#alwaysChanged, this.#changed];
    this.#alwaysChanged = before === undefined ? now : new Set([...before].filter((one) => now.has(one)));
    this.#changed = new Set();
    return this.lookForMessages();
  }

  /**
   * Ends to count. Returns the number of changes since `start`, and whether not all messages were looked at. Stores the
   * elements that changed in each span.
   */
  end(): { changes: number; areMessagesCut: boolean } {
    this.#observer.end();
    this.messages.end();
    for (const element of this.#alwaysChanged ?? []) {
      if (!this.moving.has(element)) this.moving.set(element, 'script');
    }
    return { changes: this.#mutations, areMessagesCut: this.messages.isCut };
  }

  #count(records: readonly { type: string; target: object }[]): void {
    const { isElement, isShadowRoot, host } = getDom();
    this.#mutations += records.length;
    for (const { type, target } of records) {
      // What moves are the children: slides get another class or style, one after the other.
      const changed = isShadowRoot(target) ? host(target) : type === 'childList' ? target : getParent(target);
      if (changed !== null && isElement(changed)) this.#changed.add(changed);
    }
  }

  addChange(change: TimedChange): void {
    this.changes.push(change);
  }

  storeLimit(limit: TimeLimit): void {
    this.limit = limit;
  }

  /** Returns the number of changes that were counted. */
  countChanges(): number {
    this.#observer.update();
    return this.#mutations;
  }

  /** See `MessageRecorder`. */
  rememberMessages(): void {
    this.messages.remember();
  }

  /** See `MessageRecorder`. */
  beginMessages(): ReturnType<MessageRecorder['begin']> {
    return this.messages.begin();
  }

  /** See `MessageRecorder`. */
  lookForMessages(): number {
    return this.messages.lookAndAnimate();
  }

  /** True if the browser has decoded the begin of all sounds that begin by themselves; null without any. */
  areSoundsReady(): boolean | null {
    const sounds = listAutoplaying();
    if (sounds.length === 0) return null;
    return sounds.every(
      ({ readyState, networkState }) =>
        readyState >= HAVE_FUTURE_DATA || [NETWORK_EMPTY, NETWORK_NO_SOURCE].includes(networkState),
    );
  }

  /** Stores the sounds that begin by themselves. */
  recordSounds(): void {
    for (const media of listAutoplaying()) {
      const isDecoded = media.readyState >= HAVE_FUTURE_DATA;
      if (!isDecoded && media.networkState === NETWORK_EMPTY) continue;
      // The browser does not count what it decodes of the address itself.
      const isCounted = isDecoded && !media.currentSrc.startsWith('data:');
      const decodedBytes = isCounted ? media.webkitAudioDecodedByteCount : null;
      this.sounds.push({ element: media, decodedBytes, seconds: readSeconds(media) });
    }
  }

  /** Stores the elements that style sheets move without end, or flash. Call it without emulated reduced motion. */
  recordMotion(): void {
    for (const { effect, playState } of listAllAnimations()) {
      const target = effect?.target ?? null;
      if (effect === null || target === null || playState !== 'running') continue;
      const { endTime, duration } = effect.getComputedTiming();
      if (endTime !== Number.POSITIVE_INFINITY || !(Number(duration) > 0)) continue;
      const keyframes = effect.getKeyframes();
      if (changes(keyframes, showing)) this.moving.set(target, 'blink');
      else if (changes(keyframes, moving)) this.moving.set(target, 'style');
    }
    for (const { effect } of restartAnimations()) {
      const element = effect?.target ?? null;
      if (effect === null || element === null) continue;
      const flashes = countFlashes(effect.getKeyframes(), effect.getComputedTiming());
      if (flashes.perSecond === 0) continue;
      const { width, height } = getComputedStyle(element, effect.pseudoElement ?? '');
      const size = { width: Number.parseFloat(width), height: Number.parseFloat(height) };
      this.flashing.push({ ...flashes, element, pseudo: effect.pseudoElement == null ? null : size });
    }
  }

  /** Returns the addresses of pictures that may be animated and that are at least so large, at most `max`. */
  listPictures(sizeMin: number, max: number): string[] {
    const { localName, rect, hasBox } = getDom();
    const addresses: string[] = [];
    for (const element of listElements()) {
      if (localName(element) !== 'img' || addresses.length === max) continue;
      const { currentSrc, naturalWidth } = element as { currentSrc: string; naturalWidth: number };
      const { width, height } = rect(element);
      const isShown = hasBox(element, { visibilityProperty: true, opacityProperty: true });
      const isSmall = width < sizeMin || height < sizeMin;
      // Without a natural width, the file is no picture.
      if (!ANIMATED_NAME.test(currentSrc) || isSmall || !isShown || naturalWidth === 0) continue;
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

/** Properties of keyframes that change whether an element shows. */
const showing = ['opacity', 'visibility'];

/** Properties of keyframes that change where an element or its content is. */
const moving = [
  ...[
    'transform',
    'translate',
    'rotate',
    'scale',
    'left',
    'top',
    'right',
    'bottom',
    'marginLeft',
    'marginTop',
  ],
  ...['backgroundPositionX', 'backgroundPositionY'],
];

/** True if one of these properties changes: a shorthand names properties that stay the same. */
function changes(keyframes: readonly Record<string, unknown>[], properties: readonly string[]): boolean {
  return properties.some((name) => {
    const values = keyframes.map((keyframe) => keyframe[name]).filter((value) => value !== undefined);
    return new Set(values.map((value) => normalizeMove(String(value)))).size > 1;
  });
}

/** Returns a value with one notation for what moves nothing: `translateX(0px)` and `rotate(0deg)` are `none`. */
function normalizeMove(value: string): string {
  const text = value.replace(/\b0(?:px|%|r?em|deg|turn|rad)/g, '0');
  return /^(?:(?:translate|rotate)(?:3d|[XYZ])?\([0, ]{1,20}\)|scale(?:3d|[XYZ])?\([1, ]{1,20}\))$/.test(text)
    ? 'none'
    : text;
}

/**
 * Returns the animations that run when the page begins, also those that have ended since, but not those that scripts
 * have paused. All are then where they were before.
 */
function restartAnimations(): Animation[] {
  const before = listAllAnimations().map((animation) => ({
    name: animation.animationName,
    effect: animation.effect,
    time: animation.currentTime,
    isPaused: animation.playState === 'paused',
  }));
  const byTarget = Map.groupBy(before, ({ effect }) => effect?.target);
  // Otherwise there is nothing to start again, and to apply the styles of a large page twice takes long.
  if (hasKeyframes()) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { animation: none !important }');
    const roots = listRoots() as readonly StyledRoot[];
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    // This applies the styles.
    listAllAnimations();
    for (const root of roots)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  }
  return listAllAnimations().filter((animation) => {
    const { animationName, effect, playState } = animation;
    if (animationName === undefined) return playState === 'running';
    const old = byTarget
      .get(effect?.target)
      ?.find(({ name, effect: of }) => name === animationName && of?.pseudoElement === effect?.pseudoElement);
    if (old?.isPaused) animation.pause();
    if (old !== undefined) animation.currentTime = old.time;
    else if (Number.isFinite(effect?.getComputedTiming().endTime)) animation.finish();
    return playState === 'running' && !old?.isPaused;
  });
}

/**
 * Returns whether a style sheet may have keyframes: those of other origins cannot be read. Those of a shadow root also
 * style its host.
 */
function hasKeyframes(): boolean {
  const sheets = listRoots().flatMap(getDom().styleSheets) as (CSSStyleSheet | null)[];
  try {
    for (let sheet = sheets.pop(); sheet !== undefined; sheet = sheets.pop()) {
      const rules = [...(sheet?.cssRules ?? [])];
      for (let rule = rules.pop(); rule !== undefined; rule = rules.pop()) {
        if (rule instanceof CSSKeyframesRule) return true;
        if (rule.styleSheet !== undefined) sheets.push(rule.styleSheet);
        // Style rules can be nested too, but have no keyframes within.
        if (rule instanceof CSSGroupingRule) for (const inner of rule.cssRules ?? []) rules.push(inner);
      }
    }
    return false;
  } catch {
    return true;
  }
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
