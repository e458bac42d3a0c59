import type { OpenPage } from '../page/open-page.ts';
import { REACTION_MS, type WalkTools } from './walk.ts';
import type { Position } from './walked-page.ts';
import { takeWindowPicture } from './window-picture.ts';

/** Maximum number of elements whose focus is looked for in pictures. */
const MAX_PICTURED = 20;
/** Virtual milliseconds for scripts that show the focus in a frame. */
const FRAME_MS = 17;
/** Virtual milliseconds in which motion ends that began when an element was scrolled into view. */
const SETTLE_MS = 1_500;

/** How often pictures with and without the focus are compared, if the page may have moved between them. */
const ATTEMPTS = 3;
/** Pictures that are equal if the page does not move by itself. */
const STILL_PICTURES = 3;

/**
 * Compares pictures of the window with and without the focus of elements, and stores those that are equal to the last
 * pixel: what shows the focus can be far from the element, and styles do not show everything. If the page moves by
 * itself, what moves is hidden meanwhile. Pictures that differ are no finding, so a small shift counts as an
 * indicator.
 * @param candidates elements whose focus no style shows
 * @returns false if there are more candidates, or if the pictures of one do not show whether its focus changes them
 */
export async function confirmHiddenFocus(
  page: OpenPage,
  { page: walked, wait, skip }: WalkTools,
  candidates: readonly Position[],
): Promise<boolean> {
  if (candidates.length === 0) return true;
  const takePicture = async () => {
    await wait(FRAME_MS);
    return takeWindowPicture(page);
  };
  /** Returns whether the focus changes the window; undefined if that is not known. */
  const showsFocus = async (position: Position): Promise<boolean | undefined> => {
    let stays = false;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) {
        await skip(SETTLE_MS);
        await hideWhatMoves();
      }
      if (!(await walked.showWithoutFocus(position))) return true;
      const before = await takePicture();
      if (!(await walked.showWithFocus(position))) return true;
      const withFocus = await takePicture();
      if (before === undefined || withFocus === undefined) return undefined;
      if (before === withFocus) return false;
      await walked.showWithoutFocus(position);
      const after = await takePicture();
      if (after === before) return true;
      // What stays each time was made by the focus. A clock that went on meanwhile does so once.
      stays = after === withFocus;
    }
    return stays ? true : undefined;
  };
  const isStill = async () => {
    const first = await takePicture();
    for (let more = 1; more < STILL_PICTURES; more += 1) if ((await takePicture()) !== first) return false;
    return true;
  };
  const hideWhatMoves = async () => {
    if (await isStill()) return;
    await walked.showMotion();
    await walked.watchMotion();
    await wait(REACTION_MS);
    await walked.hideMotion();
  };
  // What reacts late to the focus of the walk does not move by itself.
  await wait(REACTION_MS);
  await hideWhatMoves();
  let areDecided = candidates.length <= MAX_PICTURED;
  for (const position of candidates.slice(0, MAX_PICTURED)) {
    const shows = await showsFocus(position);
    if (shows === undefined) areDecided = false;
    else if (!shows) await walked.confirmHidden(position);
  }
  await walked.showMotion();
  return areDecided;
}
