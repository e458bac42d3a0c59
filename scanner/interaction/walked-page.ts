import type { CDPSession } from 'puppeteer-core';
import { callRecorder } from '../checks/call-recorder.ts';
import type { KeyHints } from '../checks/in-page/keyboard/key-hints.ts';
import type { FocusState, KeyboardFact, KeyRecorder } from '../checks/in-page/keyboard/recorder.ts';
import type { TargetKind } from '../checks/in-page/keyboard/targets.ts';
import type { FrameRun } from '../page/axe.ts';
import type { PageClock } from '../page/clock.ts';

/** An element of a document of the page. */
export interface Position {
  /** The number of its document: see `FrameRun`. */
  frame: number;
  /** Its number in the recorder of the document. */
  element: number;
}

/** Where the focus was after a key; `position` is null if no element of a scanned document had it. */
export interface WalkStop {
  position: Position | null;
  /** The page prevented what the browser does with the key. */
  isHandled: boolean;
  /** The element that got the focus by this key and lost it at once. */
  lost: Position | null;
  /** The field that got the focus by this key and gave it to another element at once. */
  given: Position | null;
}

type Method = Exclude<keyof KeyRecorder, 'visits' | 'facts'>;

/** The recorders of all documents of a page. */
export class WalkedPage {
  readonly #session: CDPSession;
  readonly #frames: readonly FrameRun[];
  readonly #clock: PageClock;

  /** @param frames documents that have the script of the checks */
  constructor(session: CDPSession, frames: readonly FrameRun[], clock: PageClock) {
    this.#session = session;
    this.#frames = frames;
    this.#clock = clock;
  }

  /** Begins to record. Returns the number of elements that the Tab key may reach. */
  async start(): Promise<number> {
    const counts = await this.#callAll('start');
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** True if an element is in the document of a frame. */
  isInFrame({ frame }: Position, frameId: string): boolean {
    return this.#frames[frame]?.world.frameId === frameId;
  }

  /** Returns the stops since the last call, in their order if time passed after each key. */
  async takeStops(): Promise<WalkStop[]> {
    const stops = await this.#callAll('takeStops');
    return (
      stops
        .flatMap((ofFrame, frame) => ofFrame.map((stop) => ({ ...stop, frame })))
        .sort((one, other) => one.at - other.at)
        // In a frame without elements for the focus, the focus has not left the page.
        .filter(({ frame, isInDocument, lost }) => frame === 0 || !isInDocument || lost !== null)
        .map(({ frame, element, isHandled, lost, given }) => ({
          position: element === null ? null : { frame, element },
          isHandled,
          lost: lost === null ? null : { frame, element: lost },
          given: given === null ? null : { frame, element: given },
        }))
    );
  }

  /** Returns the elements that got the focus since the last call while no key was pressed. */
  async takeMoves(): Promise<Position[]> {
    const moves = await this.#callAll('takeMoves');
    return moves.flatMap((ofFrame, frame) => ofFrame.map((element) => ({ frame, element })));
  }

  /** Returns the focused element; null without one. */
  async readFocus(): Promise<Position | null> {
    const states: FocusState[] = await this.#callAll('readFocus');
    // The innermost document that has the focus is the last one, because frames come after the document around them.
    const frame = states.findLastIndex(({ hasFocus, element }) => hasFocus && element !== null);
    const element = states[frame]?.element ?? null;
    return element === null ? null : { frame, element };
  }

  /** True if a frame has the focus whose document is not scanned. */
  async isFocusInFrame(): Promise<boolean> {
    const states: FocusState[] = await this.#callAll('readFocus');
    return states.findLast(({ hasFocus, element }) => hasFocus && element !== null)?.isFrame ?? false;
  }

  focus({ frame, element }: Position): Promise<void> {
    return this.#call(frame, 'focus', element);
  }

  /** Focuses an element, also if it has the focus. */
  refocus({ frame, element }: Position): Promise<void> {
    return this.#call(frame, 'refocus', element);
  }

  /** Returns the elements that the walk visited and that are of a kind, at most `max`, and whether these are all. */
  async listTargets(kind: TargetKind, max: number): Promise<{ targets: Position[]; areAll: boolean }> {
    const calls = this.#frames.map((_, frame) => this.#call(frame, 'listTargets', kind, max + 1));
    const found = (await Promise.all(calls)).flatMap((numbers, frame) =>
      numbers.map((element) => ({ frame, element })),
    );
    return { targets: found.slice(0, max), areAll: found.length <= max };
  }

  readReactions({ frame }: Position) {
    return this.#call(frame, 'readReactions');
  }

  recordDialogs({ frame }: Position): Promise<void> {
    return this.#call(frame, 'recordDialogs');
  }

  readOpenedDialog({ frame }: Position) {
    return this.#call(frame, 'readOpenedDialog');
  }

  /** Returns a button that closes a dialog; null without one. */
  async findCloser({ frame, element }: Position): Promise<Position | null> {
    const closer = await this.#call(frame, 'findCloser', element);
    return closer === null ? null : { frame, element: closer };
  }

  /** True if an element is within another one. */
  async isWithin(inner: Position, outer: Position): Promise<boolean> {
    return (
      inner.frame === outer.frame && (await this.#call(inner.frame, 'isWithin', inner.element, outer.element))
    );
  }

  /**
   * Moves the focus to the next element behind another one, in its document, that the walk has not visited.
   * @param from null for the first of all documents
   * @param alsoBefore whether an element before it, or in another document, is taken if none is behind it
   * @returns false if no such element takes the focus
   */
  async focusNextUnvisited(from: Position | null, alsoBefore: boolean): Promise<boolean> {
    if (from !== null && (await this.#call(from.frame, 'focusNextUnvisited', from.element))) return true;
    for (const frame of alsoBefore ? this.#frames.keys() : []) {
      if (await this.#call(frame, 'focusNextUnvisited', null)) return true;
    }
    return false;
  }

  /** Focuses the element before one that the walk has not visited. Returns that one; null if none takes the focus. */
  async focusBeforeUnvisited(): Promise<Position | null> {
    for (const frame of this.#frames.keys()) {
      const element = await this.#call(frame, 'focusBeforeUnvisited');
      if (element !== null) return { frame, element };
    }
    return null;
  }

  /** Sets whether keys are a test of a trap, which visits no element. */
  async setTesting(isTesting: boolean): Promise<void> {
    await this.#callAll('setTesting', isTesting);
  }

  /** True if the Tab key should have reached an element that the walk has not visited. Moves the focus. */
  async hasUnvisited(): Promise<boolean> {
    const found = await this.#callAll('hasUnvisited');
    await this.takeMoves();
    return found.includes(true);
  }

  describe({ frame, element }: Position) {
    return this.#call(frame, 'describe', element);
  }

  /** Returns the keys that the document of an element names, and then those that the others name. */
  async readKeyHints({ frame, element }: Position): Promise<KeyHints> {
    const others = [...this.#frames.keys()].filter((each) => each !== frame);
    const all = await Promise.all([
      this.#call(frame, 'readKeyHints', element),
      ...others.map((each) => this.#call(each, 'readKeyHints', null)),
    ]);
    return { toPress: all.flatMap(({ toPress }) => toPress), others: all.flatMap(({ others }) => others) };
  }

  /** True if a modal dialog is closed that was open at `start`. */
  async hasLostModal(): Promise<boolean> {
    return (await this.#callAll('hasLostModal')).includes(true);
  }

  /** Opens the modal dialogs again that were open at `start`. Returns whether one was closed. */
  async reopenModals(): Promise<boolean> {
    return (await this.#callAll('reopenModals')).includes(true);
  }

  /** Stores a result for the checks. */
  addFact(kind: string, { frame, element }: Position, data: KeyboardFact['data']): Promise<void> {
    return this.#call(frame, 'addFact', kind, element, data);
  }

  /** True if a result of a kind was stored. */
  async hasFact(kind: string): Promise<boolean> {
    return (await this.#callAll('listFactKinds')).some((kinds) => kinds.includes(kind));
  }

  /** True if a result was stored. */
  async hasFacts(): Promise<boolean> {
    return (await this.#callAll('listFactKinds')).some((kinds) => kinds.length > 0);
  }

  /** Returns the number of changes of all documents since `start`. */
  async countMutations(): Promise<number> {
    return (await this.#callAll('countMutations')).reduce((sum, count) => sum + count, 0);
  }

  /** Ends the walk. Returns one element of each group whose focus no style shows. */
  async endWalk(): Promise<Position[]> {
    const numbers = await this.#callAll('endWalk');
    return numbers.flatMap((ofFrame, frame) => ofFrame.map((element) => ({ frame, element })));
  }

  /** Begins to note which parts of the page move while nothing has the focus. */
  async watchMotion(): Promise<void> {
    await this.#callAll('watchMotion');
  }

  /** Hides the parts of the page that moved since `watchMotion`, and pauses its animations. */
  async hideMotion(): Promise<void> {
    await this.#callAll('hideMotion');
  }

  /** Shows what `hideMotion` has hidden, and lets it move again. */
  async showMotion(): Promise<void> {
    await this.#callAll('showMotion');
  }

  showWithoutFocus({ frame, element }: Position): Promise<boolean> {
    return this.#call(frame, 'showWithoutFocus', element);
  }

  showWithFocus({ frame, element }: Position): Promise<boolean> {
    return this.#call(frame, 'showWithFocus', element);
  }

  confirmHidden({ frame, element }: Position): Promise<void> {
    return this.#call(frame, 'confirmHidden', element);
  }

  /** Restores the focus and the scroll positions. */
  async restore(): Promise<void> {
    await this.#callAll('restore');
  }

  #callAll<M extends Method>(
    method: M,
    ...args: Parameters<KeyRecorder[M]>
  ): Promise<Awaited<ReturnType<KeyRecorder[M]>>[]> {
    const calls = this.#frames.map((_, frame) => this.#call(frame, method, ...args));
    return Promise.all(calls);
  }

  async #call<M extends Method>(
    frame: number,
    method: M,
    ...args: Parameters<KeyRecorder[M]>
  ): Promise<Awaited<ReturnType<KeyRecorder[M]>>> {
    const { world } = this.#frames[frame] as FrameRun;
    const work = callRecorder(this.#session, world, 'keyboard', method, args);
    return (await this.#clock.bound('reading the focus', work)) as Awaited<ReturnType<KeyRecorder[M]>>;
  }
}

/** True if two positions are the same element. */
export function isSamePosition(one: Position | null, other: Position | null): boolean {
  return one?.frame === other?.frame && one?.element === other?.element;
}
