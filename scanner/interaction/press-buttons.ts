import { space } from './keyboard.ts';
import type { SafeMode } from './safe-mode.ts';
import { pressAndWait, type WalkTools } from './walk.ts';
import { isSamePosition } from './walked-page.ts';

/** Maximum number of buttons of a page that are pressed. */
const MAX_BUTTONS = 40;

/**
 * Presses Space on elements with the role of a button that are no buttons of HTML and submit nothing. Stores a fact
 * `space-ignored` for those that do not react: no click, no change of the page or of the focus, no request to navigate.
 * @returns false if there are more buttons, or if one that is shown does not take the focus again
 */
export async function pressRoleButtons(tools: WalkTools, { refused }: SafeMode): Promise<boolean> {
  const { page } = tools;
  const { targets, areAll } = await page.listTargets('role-button', MAX_BUTTONS);
  let areTested = areAll;
  for (const position of targets) {
    await page.refocus(position);
    if (!isSamePosition(await page.readFocus(), position)) {
      // What an earlier button has hidden cannot be pressed by anybody.
      if ((await page.describe(position)).isShown) areTested = false;
      continue;
    }
    const [before, known] = [await page.readReactions(position), refused.length];
    const focused = await pressAndWait(tools, space);
    const after = await page.readReactions(position);
    const hasReacted =
      after.isHandled ||
      after.clicks !== before.clicks ||
      after.mutations !== before.mutations ||
      refused.length !== known ||
      !isSamePosition(focused, position);
    if (!hasReacted) await page.addFact('space-ignored', position, { keys: 'Space' });
  }
  return areTested;
}
