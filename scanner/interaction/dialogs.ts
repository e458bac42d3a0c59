import { escapeKey, space, tab } from './keyboard.ts';
import { pressAndWait, reopenModals, type WalkTools } from './walk.ts';
import { isSamePosition, type Position } from './walked-page.ts';

/** Maximum number of dialogs of a page that are opened. */
const MAX_DIALOGS = 10;
/** Maximum number of stops in a dialog that Tab is pressed for. */
const MAX_STOPS = 100;

/**
 * Opens dialogs by buttons that say that they do, with Space, and closes them with Escape. Stores a fact about the
 * dialog or the button for each fault of the focus.
 * @returns false if there are more dialogs, or if one has more stops than were tried
 */
export async function testDialogs(tools: WalkTools): Promise<boolean> {
  const { targets, areAll } = await tools.page.listTargets('dialog-opener', MAX_DIALOGS);
  let areTested = areAll;
  for (const opener of targets) if (!(await testDialog(tools, opener))) areTested = false;
  return areTested;
}

/** Tests one dialog. Returns false if it has more stops than were tried. */
async function testDialog(tools: WalkTools, opener: Position): Promise<boolean> {
  const { page } = tools;
  await page.recordDialogs(opener);
  await page.refocus(opener);
  let first = await pressAndWait(tools, space);
  const opened = await page.readOpenedDialog(opener);
  // What the button opens may depend on something else, so there is no dialog to test.
  if (opened === null) return true;
  const dialog = { frame: opener.frame, element: opened.element };
  const isInside = async (position: Position | null) =>
    position !== null && (await page.isWithin(position, dialog));
  await page.addFact('dialog-opened', dialog, { keys: 'Space' });
  let isFocusInside = opened.hasFocus;
  if (!isFocusInside) {
    // The dialog can follow its button in the order of the document, so that Tab moves into it.
    first = await pressAndWait(tools, tab);
    isFocusInside = await isInside(first);
    if (!isFocusInside && opened.isModal) await page.addFact('dialog-focus', dialog, { keys: 'Space, Tab' });
  }
  if (opened.isModal && isFocusInside) {
    for (let count = 1; count <= Math.min(opened.stops, MAX_STOPS) + 1; count += 1) {
      const focused = await pressAndWait(tools, tab);
      // The focus may leave the page for the browser, but not for what is behind the dialog.
      if (focused === null || (await isInside(focused))) continue;
      await page.addFact('dialog-left', dialog, { keys: `Space, Tab × ${count}` });
      await page.focus(opener);
      break;
    }
  }
  let last = await pressAndWait(tools, escapeKey);
  // Then the focus went to where it was before that dialog opened.
  let closesOther = await reopenModals(tools);
  let isOpen = (await page.readOpenedDialog(opener)) !== null;
  // Some fields keep the key to themselves.
  if (isOpen && isFocusInside && first !== null) {
    await page.focus(first);
    last = await pressAndWait(tools, escapeKey);
    closesOther = await reopenModals(tools);
    isOpen = (await page.readOpenedDialog(opener)) !== null;
  }
  if (isOpen) {
    // A dialog with a button can have a button that closes it.
    if (opened.isModal && opened.stops === 0)
      await page.addFact('dialog-escape', dialog, { keys: 'Space, Escape' });
    await closeByButton(tools, dialog);
  } else if (isFocusInside && !closesOther && !isSamePosition(last, opener)) {
    await page.addFact('dialog-return', opener, { keys: 'Space, Escape', isLost: last === null });
  }
  return opened.stops <= MAX_STOPS;
}

/** Closes a dialog, so that it does not cover what is tested next. */
async function closeByButton(tools: WalkTools, dialog: Position): Promise<void> {
  const closer = await tools.page.findCloser(dialog);
  if (closer === null) return;
  await tools.page.focus(closer);
  if (isSamePosition(await tools.page.readFocus(), closer)) await pressAndWait(tools, space);
}
