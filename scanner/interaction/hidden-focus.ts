import type { OpenPage } from '../page/open-page.ts';
import type { WalkTools } from './walk.ts';
import type { Position } from './walked-page.ts';
import { takeWindowPicture } from './window-picture.ts';

/** Maximum number of elements whose focus is looked for in pictures. */
const MAX_PICTURED = 20;
/** Virtual milliseconds for scripts that show the focus in a frame. */
const FRAME_MS = 17;

/**
 * Compares pictures of the window with and without the focus of elements, and stores those that are equal to the last
 * pixel: what shows the focus can be far from the element, and styles do not show everything. Pictures that differ are
 * no finding, so a small shift of an element counts as an indicator.
 * @param candidates elements whose focus no style shows
 * @returns false if there are more candidates, or if the browser gave no picture of one: nothing is known of its focus
 */
export async function confirmHiddenFocus(
  page: OpenPage,
  { page: walked, wait }: WalkTools,
  candidates: readonly Position[],
): Promise<boolean> {
  let arePictured = candidates.length <= MAX_PICTURED;
  const takePicture = async () => {
    await wait(FRAME_MS);
    return takeWindowPicture(page);
  };
  for (const position of candidates.slice(0, MAX_PICTURED)) {
    if (!(await walked.showWithoutFocus(position))) continue;
    const without = await takePicture();
    if (!(await walked.showWithFocus(position))) continue;
    const withFocus = await takePicture();
    if (without === undefined || withFocus === undefined) arePictured = false;
    else if (without === withFocus) await walked.confirmHidden(position);
  }
  return arePictured;
}
