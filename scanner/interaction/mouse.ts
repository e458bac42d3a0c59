import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { World } from '../page/world.ts';

/** A point in CSS pixels from the corner of the window. */
interface Point {
  x: number;
  y: number;
}

/** Wall-clock limit of one move in milliseconds. */
const MOVE_MS = 10_000;
/** Virtual milliseconds of one move. */
const MOVE_SPAN_MS = 8;
/** Outside of the window, where the pointer is on nothing. */
const outside: Point = { x: -10, y: -10 };

/** Moves the pointer over a page. It never presses a button. */
export class Mouse {
  readonly #session: CDPSession;
  readonly #clock: PageClock;
  readonly #time: OpenPage['time'];
  readonly #world: World;

  /** @param world the scanner's world in the top document */
  constructor({ session, time }: Pick<OpenPage, 'session' | 'time'>, world: World, clock: PageClock) {
    this.#session = session;
    this.#clock = clock;
    this.#time = time;
    this.#world = world;
  }

  /**
   * Moves the pointer to a point, and draws frames until the page has handled it: Chromium hands moves of the pointer
   * to a page when it draws a frame at a later time than the one before. A frame at the same time may never end.
   */
  async move({ x, y }: Point): Promise<void> {
    const sent = this.#session.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      x,
      y,
      button: 'none',
      pointerType: 'mouse',
    });
    if (!this.#time.framesOnRequest) {
      await this.#clock.bound('moving the pointer', this.#time.drawWhile(sent), MOVE_MS);
      return;
    }
    let hasEnded = false;
    const handled = sent.finally(() => {
      hasEnded = true;
    });
    handled.catch(() => undefined);
    const draw = async () => {
      let passed = 0;
      do {
        await this.#time.advance(1);
        await this.#time.frame(this.#world);
        passed += 1;
      } while (!hasEnded);
      // Then each move takes the same time, also if the event came late on a machine with load.
      if (passed < MOVE_SPAN_MS) await this.#time.advance(MOVE_SPAN_MS - passed);
    };
    const work = Promise.all([handled, draw()]);
    await this.#clock.bound('moving the pointer', work, MOVE_MS).finally(() => {
      // Otherwise frames would be drawn during the next phase.
      hasEnded = true;
    });
  }

  /** Moves the pointer out of the window. */
  leave(): Promise<void> {
    return this.move(outside);
  }
}
