import type { CDPSession, Protocol } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';

/** The keys that the scanner presses. None of them types a letter. */
const keys = {
  Tab: 9,
  Escape: 27,
  ' ': 32,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  F6: 117,
} as const;
export type Key = keyof typeof keys;

/** A key with its modifiers, e.g. Shift+Tab. A letter only with a modifier that prevents that it is typed. */
export interface KeyPress {
  key: Key | (string & {});
  shift?: boolean;
  control?: boolean;
  alt?: boolean;
}

export const tab: KeyPress = { key: 'Tab' };
export const shiftTab: KeyPress = { key: 'Tab', shift: true };
export const escapeKey: KeyPress = { key: 'Escape' };
export const space: KeyPress = { key: ' ' };

/** Wall-clock limit of pressing some keys, in milliseconds, and in addition for each of them. */
const PRESS_MS = 10_000;
const EACH_MS = 20;

/** Returns how people write a key, e.g. `Shift+Tab`. */
export function formatKey({ key, shift, control, alt }: KeyPress): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return [...(control ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), name].join('+');
}

/** Sends trusted key events to the focused element of a page. */
export class Keyboard {
  readonly #session: CDPSession;
  readonly #clock: PageClock;

  constructor(session: CDPSession, clock: PageClock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Presses and releases keys one after the other, without waiting in between. */
  async press(...presses: readonly KeyPress[]): Promise<void> {
    const sent = presses.flatMap((press) =>
      buildEvents(press).map((event) => this.#session.send('Input.dispatchKeyEvent', event)),
    );
    await this.#clock.bound('pressing keys', Promise.all(sent), PRESS_MS + EACH_MS * presses.length);
  }
}

function buildEvents({ key, shift, control, alt }: KeyPress): Protocol.Input.DispatchKeyEventRequest[] {
  const modifiers = (alt ? 1 : 0) + (control ? 2 : 0) + (shift ? 8 : 0);
  const isLetter = /^[a-z]$/i.test(key);
  const common = {
    key: isLetter && shift ? key.toUpperCase() : key,
    code: key === ' ' ? 'Space' : isLetter ? `Key${key.toUpperCase()}` : key,
    windowsVirtualKeyCode: keys[key as Key] ?? key.toUpperCase().charCodeAt(0),
    modifiers,
  };
  // Without a `keypress` event, the browser does not scroll or click by the space bar.
  const down = key === ' ' ? { type: 'keyDown' as const, text: ' ' } : { type: 'rawKeyDown' as const };
  return [
    { ...common, ...down },
    { ...common, type: 'keyUp' },
  ];
}
