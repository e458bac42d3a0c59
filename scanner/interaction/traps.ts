import { escapeKey, formatKey, type KeyPress, shiftTab, tab } from './keyboard.ts';
import { formatSequence, pressAndWait, REACTION_MS, type Walk, type WalkTools } from './walk.ts';
import { isSamePosition, type Position } from './walked-page.ts';

/** Maximum number of traps that are looked for on a page, and of keys of hints that are tried. */
const MAX_TRAPS = 5;
const MAX_HINTS = 4;
/** Maximum number of elements of a trap that Shift+Tab is pressed for. */
const MAX_HELD = 30;
/** Maximum number of elements of a trap if each of them is tested. Of larger ones, one element is tested. */
const MAX_STARTS = 4;

/** Elements by which a user can leave others, for example because a button closes what they belong to. */
const CONTROL = /^(?:a|button|summary|input (?:button|submit|reset|image)|.* button)$/;

/**
 * Tests whether the focus can leave the elements where a walk ended, with the keys that people know and with those that
 * the page names. Stores a fact `trap` for each element that it cannot leave.
 */
export async function findTraps(tools: WalkTools, walk: Walk): Promise<void> {
  let { held, sequence } = walk;
  for (let count = 0; held.length > 0 && count < MAX_TRAPS; count += 1) {
    const trap = await testTrap(tools, held);
    for (const position of trap === null ? [] : held) {
      await tools.page.addFact('trap', position, {
        keys: [sequence, ...(trap?.tried ?? [])].join('; '),
        group: count,
        elements: held.length,
        mayLeaveByControl: trap?.hasControl ?? false,
      });
    }
    const [first] = held;
    if (trap?.isLast || first === undefined || !(await tools.page.focusNextUnvisited(first))) return;
    const next = await pressAndWait(tools, tab);
    const again = next && (await pressAndWait(tools, tab));
    // Only an element that keeps the focus is tested, because the walk has tested the others.
    if (next === null || again === null || !isSamePosition(next, again)) return;
    [held, sequence] = [[next], 'Tab'];
  }
}

/**
 * Returns the keys that were tried, if the focus does not leave; null if it does. `isLast` is true if elements now take
 * the focus from each other, so that nothing else can be tested.
 */
async function testTrap(
  tools: WalkTools,
  held: readonly Position[],
): Promise<{ tried: string[]; isLast: boolean; hasControl: boolean } | null> {
  const { page } = tools;
  const [first] = held;
  if (first === undefined || held.length > MAX_HELD) return null;
  const kinds = await Promise.all(held.map((position) => page.describe(position)));
  // A modal dialog holds the focus on purpose.
  if (kinds.some(({ isInDialog }) => isInDialog)) return null;
  const isHeld = (position: Position | null) => held.some((each) => isSamePosition(each, position));
  const hints = (await page.readKeyHints(first)).slice(0, MAX_HINTS);
  const starts = held.length <= MAX_STARTS ? held : [first];
  /** True if elements take the focus from each other: again and again, so where it is depends on the moment. */
  const isFought = async () => (await page.takeMoves()).length > 1;
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
    if (!(await page.focusNextUnvisited(first))) return null;
    await page.takeMoves();
    await tools.wait(REACTION_MS);
    if (!(await isFought())) return null;
  }
  return {
    tried,
    isLast: isPassableBack,
    hasControl: held.length > 1 && kinds.some(({ kind }) => CONTROL.test(kind)),
  };
}
