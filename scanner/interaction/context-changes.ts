import type { SafeMode } from './safe-mode.ts';
import { pressAndWait, REACTION_MS, type WalkTools } from './walk.ts';
import type { Position, WalkStop } from './walked-page.ts';

/** Maximum number of elements that are focused again, without and with time for a reaction. */
const MAX_REFOCUSED = 300;
const MAX_AWAITED = 100;
/** Maximum number of lists and radio buttons of a page whose value is changed. */
const MAX_CHOICES = 40;

/**
 * Finds the elements whose focus opens another page or a window, and stores a fact `focus-change` for each of them. A
 * fact `focus-lost` is stored for those that lose the focus as soon as they get it, and `focus-given` for fields that
 * give it to another element.
 * @param before the changes before the walk
 * @returns false if the page tried to open something during the walk, and not all elements could be tested for it
 */
export async function findFocusChanges(
  { page, wait: pass }: WalkTools,
  safeMode: SafeMode,
  stops: readonly WalkStop[],
  before: ChangeCounts,
): Promise<boolean> {
  for (const position of listOnce(stops.map(({ lost }) => lost)))
    await page.addFact('focus-lost', position, {});
  for (const position of listOnce(stops.map(({ given }) => given)))
    await page.addFact('focus-given', position, {});
  const positions = listOnce(stops.map(({ position }) => position)).filter((position) =>
    mayHaveCaused(page, safeMode, before, position),
  );
  let found = 0;
  async function test(position: Position, wait: boolean): Promise<void> {
    const findChange = watchChanges(page, safeMode, position);
    await page.refocus(position);
    if (wait) await pass(REACTION_MS);
    const change = findChange();
    if (change === null) return;
    found += 1;
    await page.addFact('focus-change', position, change);
  }
  for (const position of positions.slice(0, MAX_REFOCUSED)) await test(position, false);
  if (found > 0) return positions.length <= MAX_REFOCUSED;
  // What the first pass started must not be blamed on an element of the second pass.
  await pass(REACTION_MS);
  for (const position of positions.slice(0, MAX_AWAITED)) await test(position, true);
  return positions.length <= MAX_AWAITED;
}

/**
 * Changes the values of lists and radio buttons by the arrow keys, and changes them back. Stores a fact `input-change`
 * for those that open another page or a window by that.
 * @returns false if there are more of them
 */
export async function findInputChanges(tools: WalkTools, safeMode: SafeMode): Promise<boolean> {
  const { page } = tools;
  const { targets, areAll } = await page.listTargets('choice', MAX_CHOICES);
  for (const position of targets) {
    await page.refocus(position);
    const findChange = watchChanges(page, safeMode, position);
    await pressAndWait(tools, { key: 'ArrowDown' });
    await pressAndWait(tools, { key: 'ArrowUp' });
    const change = findChange();
    if (change !== null) await page.addFact('input-change', position, change);
  }
  return areAll;
}

/** How many changes a page has tried: of itself, and of its frames. */
export interface ChangeCounts {
  ofPage: number;
  ofFrames: number;
}

export function countChanges({ refused, refusedInFrames }: SafeMode): ChangeCounts {
  return { ofPage: refused.length, ofFrames: refusedInFrames.length };
}

/** True if the page has tried since then what an element may have caused. Other frames change by themselves. */
function mayHaveCaused(
  page: WalkTools['page'],
  { refused, refusedInFrames }: SafeMode,
  { ofPage, ofFrames }: ChangeCounts,
  position: Position,
): boolean {
  const isOfItsFrame = ({ frameId }: { frameId: string }) => page.isInFrame(position, frameId);
  return refused.length > ofPage || refusedInFrames.slice(ofFrames).some(isOfItsFrame);
}

/** Returns a function that returns the first change since then that an element may have caused; null without one. */
function watchChanges(
  page: WalkTools['page'],
  safeMode: SafeMode,
  position: Position,
): () => { change: 'navigation' | 'window' | 'frame'; url: string } | null {
  const { refused, refusedInFrames } = safeMode;
  const { ofPage, ofFrames } = countChanges(safeMode);
  return () => {
    const change = refused[ofPage];
    if (change !== undefined) return { change: change.kind, url: change.url };
    const inFrame = refusedInFrames.slice(ofFrames).find(({ frameId }) => page.isInFrame(position, frameId));
    return inFrame === undefined ? null : { change: 'frame', url: inFrame.url };
  };
}

/** Returns positions without null, each once, in their order. */
function listOnce(positions: readonly (Position | null)[]): Position[] {
  const known = new Map<string, Position>();
  for (const position of positions) {
    if (position === null) continue;
    const key = `${position.frame} ${position.element}`;
    if (!known.has(key)) known.set(key, position);
  }
  return [...known.values()];
}
