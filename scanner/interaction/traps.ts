import type { ElementFacts } from '../checks/in-page/keyboard/recorder.ts';
import { escapeKey, formatKey, type KeyPress, shiftTab, tab } from './keyboard.ts';
import {
  formatSequence,
  pressAndWait,
  REACTION_MS,
  reopenModals,
  type Walk,
  type WalkTools,
  walkByTab,
} from './walk.ts';
import { isSamePosition, type Position, type WalkStop } from './walked-page.ts';

/** Maximum number of traps that are looked for on a page, and of keys of hints that are tried. */
const MAX_TRAPS = 5;
const MAX_HINTS = 4;
/** How often a walk goes on behind a field that gave the focus to an element far behind it. */
const MAX_RESUMED = 10;
/** Maximum number of elements that appear during a walk and are walked to. */
const MAX_APPEARED = 10;
/** Maximum number of elements that hold the focus. Whether the keys leave more of them is not tested. */
const MAX_HELD = 100;
/** Maximum number of elements of a trap if each of them is tested. Of larger ones, one element is tested. */
const MAX_STARTS = 4;

/** A dialog with at least this many times as many stops as are held does not hold the focus on purpose. */
const DIALOG_PARTS = 2;

/** What was found out about elements that hold the focus. */
interface Trap {
  /** Those of them that the focus does not leave. */
  trapped: readonly Position[];
  tried: string[];
  notPressed: string[];
  isLast: boolean;
  hasControl: boolean;
}

/** Elements by which a user can leave others, for example because a button closes what they belong to. */
const CONTROL = /^(?:a|button|summary|input (?:button|submit|reset|image)|.* button)$/;

/**
 * Walks through the page by Tab. Where the focus stays in some elements, tests whether it can leave them with the keys
 * that people know and with those that the page names, and walks on behind them, as behind a field that gives the focus
 * to an element far behind it. Stores a fact `trap` for each element that the focus cannot leave.
 * @param stopsMax the number of elements that the Tab key may reach
 * @returns the stops, and whether the walk has visited all elements
 */
export async function walkThroughPage(
  tools: WalkTools,
  stopsMax: number,
): Promise<{ stops: WalkStop[]; isWhole: boolean }> {
  let walk = await walkByTab(tools, stopsMax);
  const stops = [...walk.stops];
  let resumed = 0;
  for (let group = 0; walk.end !== 'cut'; ) {
    let from: Position | null = null;
    let alsoBefore = true;
    if (walk.end === 'held') {
      if (group === MAX_TRAPS || walk.held.length > MAX_HELD) return { stops, isWhole: false };
      const { isLast, isInDialog } = await addTrap(tools, walk, group);
      if (isLast) break;
      [from = null] = walk.held;
      // A dialog can be anywhere in the document, and what is behind a frame is in another one. Before other elements,
      // the walk would have found what Tab reaches.
      alsoBefore = isInDialog || (from?.frame ?? 0) > 0;
      group += 1;
    } else {
      // Otherwise it is unknown why Tab does not reach an element, and whether any key does.
      const isExplained = walk.stops.some(({ given }) => given !== null);
      if (!isExplained || resumed === MAX_RESUMED) break;
      resumed += 1;
    }
    if (!(await tools.page.focusNextUnvisited(from, alsoBefore))) break;
    await tools.page.takeMoves();
    walk = await walkByTab(tools, stopsMax, true);
    stops.push(...walk.stops);
  }
  if (walk.end === 'cut') return { stops, isWhole: false };
  stops.push(...(await walkToAppeared(tools)));
  return { stops, isWhole: !(await tools.page.hasUnvisited()) };
}

/**
 * Presses Tab before each element that the walk has not visited, because it appeared meanwhile. A link to the top of
 * the page is often shown when the page is scrolled: pages learn of that with a frame, and the walk draws none between
 * keys.
 * @returns the stops until Tab does not reach one of them
 */
async function walkToAppeared({ keyboard, page, wait, isLate }: WalkTools): Promise<WalkStop[]> {
  const stops: WalkStop[] = [];
  for (let count = 0; count < MAX_APPEARED && !isLate(); count += 1) {
    const position = await page.focusBeforeUnvisited();
    if (position === null) break;
    await wait(REACTION_MS);
    await keyboard.press(tab);
    await wait(REACTION_MS);
    const reached = await page.takeStops();
    stops.push(...reached);
    if (!reached.some((stop) => isSamePosition(stop.position, position))) break;
  }
  await page.takeMoves();
  return stops;
}

/** Tests whether elements hold the focus, and stores a fact for each that does. */
async function addTrap(
  tools: WalkTools,
  { held, sequence }: Walk,
  group: number,
): Promise<{ isLast: boolean; isInDialog: boolean }> {
  await tools.page.setTesting(true);
  const kinds = await Promise.all(held.map((position) => tools.page.describe(position)));
  // A modal dialog holds the focus on purpose, but not in a small part of it.
  const isInDialog = kinds.some(
    ({ dialogStops }) => dialogStops !== null && dialogStops < held.length * DIALOG_PARTS,
  );
  const trap = isInDialog ? null : await testTrap(tools, held, kinds);
  await reopenModals(tools);
  await tools.page.setTesting(false);
  for (const position of trap?.trapped ?? []) {
    await tools.page.addFact('trap', position, {
      keys: [sequence, ...(trap?.tried ?? [])].join('; '),
      group,
      elements: trap?.trapped.length ?? 0,
      mayLeaveByControl: trap?.hasControl ?? false,
      notPressed: trap?.notPressed.join(', ') ?? '',
    });
  }
  return { isLast: trap?.isLast ?? false, isInDialog };
}

/**
 * Returns the elements that the focus does not leave, and the keys that were tried; null if it leaves. `isLast` is true
 * if elements now take the focus from each other, so that nothing else can be tested.
 * @param kinds what the elements are, in the same order
 */
async function testTrap(
  tools: WalkTools,
  held: readonly Position[],
  kinds: readonly ElementFacts[],
): Promise<Trap | null> {
  const { page } = tools;
  const [first] = held;
  if (first === undefined) return null;
  const isHeld = (position: Position | null) => held.some((each) => isSamePosition(each, position));
  const { toPress, others } = await page.readKeyHints(first);
  const hints = toPress.slice(0, MAX_HINTS);
  const starts = held.length <= MAX_STARTS ? held : [first];
  /** True if elements take the focus from each other: again and again, so where it is depends on the moment. */
  const isFought = async () => (await page.takeMoves()).length > 1;
  /** The elements from which repeated presses of a key let the focus leave. */
  const left = new Set<Position>();
  /** True if repeated presses of a key let the focus leave from all elements: one such direction is enough. */
  async function isPassable(key: KeyPress): Promise<boolean> {
    for (const start of starts) {
      await page.focus(start);
      await page.takeMoves();
      await tools.wait(REACTION_MS);
      if (await isFought()) return false;
      let hasLeft = false;
      for (let count = 0; count <= held.length && !hasLeft; count += 1) {
        await tools.keyboard.press(key);
        // The browser itself has the focus, and no page can move it away from there.
        hasLeft = (await page.readFocus()) === null;
        if (hasLeft) break;
        hasLeft = !isHeld(await pressAndWait(tools));
        if (await isFought()) return false;
      }
      if (!hasLeft) return false;
      left.add(start);
    }
    return true;
  }
  if (await isPassable(tab)) return null;
  const isPassableBack = await isPassable(shiftTab);
  const arrows = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'].map((key) => [{ key }, tab]);
  // Each hint once, because it can be a switch.
  const withTab = hints.map((keys) => [...keys, tab]);
  const attempts: KeyPress[][] = [[escapeKey, tab], ...arrows, ...withTab];
  const tried: string[] = [tab, shiftTab].map(formatKey);
  for (const keys of attempts) {
    if (!isHeld(await page.readFocus())) await page.focus(first);
    for (const key of keys) if (!isHeld(await pressAndWait(tools, key))) return null;
    const name = formatSequence(keys);
    if (!tried.includes(name)) tried.push(name);
  }
  if (isPassableBack) {
    // One direction is enough, unless what follows the trap holds the focus in that direction.
    if (!(await page.focusNextUnvisited(first, false))) return null;
    await page.takeMoves();
    await tools.wait(REACTION_MS);
    if (!(await isFought())) return null;
  }
  return {
    trapped: isPassableBack ? held : held.filter((position) => !left.has(position)),
    tried,
    notPressed: [...toPress.slice(MAX_HINTS).flat(), ...others].slice(0, MAX_HINTS).map(formatKey),
    isLast: isPassableBack,
    hasControl: kinds.some(({ kind }) => CONTROL.test(kind)),
  };
}
