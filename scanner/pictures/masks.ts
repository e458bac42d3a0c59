import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import { callInWorld, callOnObject, type World } from '../page/world.ts';
import { findClosedRoots, openWorlds } from './closed-roots.ts';
import { maskElements, readTexts, tagTextElements } from './in-page/mask.ts';

/** UTF-16 units of text of one document or closed shadow root that are searched for echoes of credentials. */
const MAX_TEXT = 2_000_000;
/** Attribute of elements whose text must be masked. The scripts of the page have stopped and cannot see it. */
const ECHO_ATTRIBUTE = 'data-a11y-scan-echo';

/** What pictures must not show, in addition to input fields. */
export interface Secrets {
  /** CSS selectors, matched in each document and shadow root separately. */
  selectors: readonly string[];
  /** Returns true if a text echoes the site's credentials; absent without credentials. */
  echoes?: ((text: string) => boolean) | undefined;
}

/** A document, by the scanner's world in it, or a closed shadow root, by the protocol's id. */
type Root = World | string;

/** Masks what pictures must not show: in all frames, and in open and closed shadow roots. */
export class Masks {
  readonly #session: CDPSession;
  readonly #main: World;
  readonly #secrets: Secrets;
  readonly #clock: PageClock;
  #frames = '';
  #roots: Root[] = [];

  constructor(session: CDPSession, main: World, secrets: Secrets, clock: PageClock) {
    this.#session = session;
    this.#main = main;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /**
   * Masks the page.
   * @returns true if everything is masked; otherwise no picture may be taken
   */
  async apply(): Promise<boolean> {
    const worlds = await openWorlds(this.#session, this.#main, this.#clock);
    const closed = worlds && (await findClosedRoots(this.#session, worlds, this.#main, this.#clock));
    if (worlds === null || closed === null) return false;
    this.#frames = buildFramesKey(worlds);
    this.#roots = [...worlds.values(), ...closed];
    for (const root of this.#roots) {
      if (!(await this.#tagEchoes(root))) return false;
      if ((await this.#mask(root)).failed) return false;
    }
    return true;
  }

  /**
   * Returns true if everything was masked while pictures were taken. Data from the network can change or replace a
   * document meanwhile, although no script runs.
   */
  async isIntact(): Promise<boolean> {
    const worlds = await openWorlds(this.#session, this.#main, this.#clock);
    if (worlds === null || buildFramesKey(worlds) !== this.#frames) return false;
    for (const root of this.#roots) {
      const { added, failed } = await this.#mask(root);
      if (added > 0 || failed) return false;
    }
    return true;
  }

  #mask(root: Root) {
    const { selectors, echoes } = this.#secrets;
    const all = echoes === undefined ? [...selectors] : [...selectors, `[${ECHO_ATTRIBUTE}]`];
    return this.#call(root, maskElements, all);
  }

  async #tagEchoes(root: Root): Promise<boolean> {
    const { echoes } = this.#secrets;
    if (echoes === undefined) return true;
    const texts = await this.#call(root, readTexts, MAX_TEXT);
    if (texts === null) return false;
    const found = texts.flatMap((text, index) => (echoes(text) ? [index] : []));
    if (found.length > 0) await this.#call(root, tagTextElements, found, ECHO_ATTRIBUTE);
    return true;
  }

  #call<Result, Args extends unknown[]>(
    root: Root,
    fn: (root: object | null, ...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const session = this.#session;
    const work =
      typeof root === 'string'
        ? callOnObject(session, root, fn, ...args)
        : (callInWorld(session, root, fn, null, ...args) as Promise<Awaited<Result>>);
    return this.#clock.bound('masking', work);
  }
}

/** Returns a key of the frames and their documents. A document that is replaced has a new world. */
function buildFramesKey(worlds: ReadonlyMap<string, World>): string {
  return [...worlds].map(([frameId, { contextId }]) => `${frameId} ${contextId}`).join();
}
