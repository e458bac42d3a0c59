import { formatKey, type Keyboard, type KeyPress, tab } from './keyboard.ts';
import { isSamePosition, type Position, type WalkedPage, type WalkStop } from './walked-page.ts';

/** Keys that are pressed before the stops are read. */
const BATCH = 40;
/** Virtual milliseconds after each key of a walk, so that timers of the page fire during it. */
const KEY_MS = 20;
/** Maximum number of keys of a walk. A page with more stops is walked in part, so its checks have no result. */
const MAX_KEYS = 4_000;
/** Virtual milliseconds after keys: handlers that move the focus by a timer run in them. */
export const REACTION_MS = 150;

/** What a walk needs. */
export interface WalkTools {
  keyboard: Keyboard;
  page: WalkedPage;
  /** Lets virtual time pass, in milliseconds, and draws frames. */
  wait: (milliseconds: number) => Promise<void>;
  /** Lets virtual time pass without frames, which takes a third of the time. */
  skip: (milliseconds: number) => Promise<void>;
  /** True if a walk must end now, so that time is left to test what it has visited. */
  isLate: () => boolean;
}

/** How a walk by the Tab key ended. */
export interface Walk {
  stops: WalkStop[];
  /**
   * `end`: the focus left the page after its last stop; `held`: it did not; `cut`: the walk needs too many keys or too
   * much time, or the page hides the events of the keys.
   */
  end: 'end' | 'held' | 'cut';
  /** With `held`: the elements that the focus does not leave. */
  held: Position[];
  /** With `held`: the key that does not move the focus. */
  sequence: string;
}

/**
 * Presses Tab until the focus has left the page and has come back to the first stop, or does not leave some elements.
 * Time passes after each key, and more of it in the end, because a page can also take the focus back by a timer.
 * @param stopsMax the number of elements that the Tab key may reach
 * @param isResumed true for a walk from an element within the page, which ends when the focus leaves the page
 */
export async function walkByTab(
  { keyboard, page, wait, skip, isLate }: WalkTools,
  stopsMax: number,
  isResumed = false,
): Promise<Walk> {
  const stops: WalkStop[] = [];
  const known = new Set<string>();
  let keys = 0;
  /** Index of the stop that reached a new element last. */
  let newest = 0;
  for (;;) {
    if (keys >= MAX_KEYS || isLate()) return { stops, end: 'cut', held: [], sequence: '' };
    const count = Math.min(BATCH, Math.max(3, stopsMax + 2 - stops.length));
    for (let pressed = 0; pressed < count; pressed += 1) {
      await keyboard.press(tab);
      await skip(KEY_MS);
    }
    keys += count;
    const batch = await page.takeStops();
    if (batch.length === 0) {
      // The focus is in a document that is not scanned: further keys leave it.
      if (await page.isFocusInFrame()) continue;
      const position = await page.readFocus();
      if (position === null) return { stops, end: 'end', held: [], sequence: '' };
      // The controls of a video keep the events of their inner parts. Other elements do so only if a script hides them.
      if (!(await page.describe(position)).isMedia) return { stops, end: 'cut', held: [], sequence: '' };
      batch.push({ position, isHandled: false, lost: null, given: null });
    }
    for (const stop of batch) {
      const key = stop.position && buildKey(stop.position);
      if (key !== null && !known.has(key)) {
        known.add(key);
        newest = stops.length;
      }
      stops.push(stop);
    }
    // An element that gives the focus away does not end the page: a trap can follow it.
    const left = stops.findIndex(({ position, lost }) => position === null && lost === null);
    const hasLeft = left >= 0;
    const [start] = stops;
    const isRoundTrip =
      hasLeft &&
      stops.slice(left + 1).some(({ position }) => isSamePosition(position, start?.position ?? null));
    const isOverAll = hasLeft && stops.length > stopsMax + 1;
    if (isRoundTrip || isOverAll || (hasLeft && isResumed)) break;
    const tail = stops.slice(newest);
    if (tail.length > Math.max(HELD_KEYS, known.size)) {
      // Elements that got the focus without a key hold it, and not what is between them.
      const moves = sortPositions(await page.takeMoves());
      const held = moves.length > 0 ? moves : listOnce(tail);
      return { stops, end: 'held', held, sequence: `Tab × ${HELD_KEYS}` };
    }
  }
  await page.takeMoves();
  await wait(REACTION_MS);
  // Two elements can take the focus from each other again and again.
  const held = sortPositions(await page.takeMoves());
  return { stops, end: held.length === 0 ? 'end' : 'held', held, sequence: held.length === 0 ? '' : 'Tab' };
}

function sortPositions(positions: readonly Position[]): Position[] {
  return positions.toSorted((one, other) => one.frame - other.frame || one.element - other.element);
}

/** Number of keys that inner parts of one element take at most, such as those of a date or of media controls. */
const HELD_KEYS = 24;

/** Returns the elements of stops, each once. */
function listOnce(stops: readonly WalkStop[]): Position[] {
  const positions = new Map<string, Position>();
  for (const { position } of stops) if (position !== null) positions.set(buildKey(position), position);
  return [...positions.values()];
}

function buildKey({ frame, element }: Position): string {
  return `${frame} ${element}`;
}

/** Presses keys and lets time pass. Returns the focused element then. */
export async function pressAndWait(
  { keyboard, page, wait }: WalkTools,
  ...presses: KeyPress[]
): Promise<Position | null> {
  await keyboard.press(...presses);
  await wait(REACTION_MS);
  await page.takeStops();
  return page.readFocus();
}

/**
 * Opens the modal dialogs of the page again that Escape has closed: what is in them is tested, too. Returns whether one
 * was closed.
 */
export async function reopenModals({ page, wait }: Pick<WalkTools, 'page' | 'wait'>): Promise<boolean> {
  const isReopened = await page.reopenModals();
  if (isReopened) await wait(REACTION_MS);
  return isReopened;
}

/** Returns how people write keys that are pressed one after the other. */
export function formatSequence(presses: readonly KeyPress[]): string {
  return presses.map(formatKey).join(', ');
}
