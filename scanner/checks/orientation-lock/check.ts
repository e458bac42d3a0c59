import { type Check, fail, pass } from '../check.ts';
import { isExcluded } from '../in-page/layouts/changed-texts.ts';

/** How far from a quarter a turn may be, in degrees. */
const TOLERANCE = 5;

/** Compares the angles of the main content in a wide and in a high window. */
export const check: Check = function* (page) {
  const [landscape, portrait] = [page.layouts.get('zoomed'), page.layouts.get('narrow')];
  if (landscape === undefined || portrait === undefined) return;
  for (const [node, angle] of landscape.angles) {
    const other = portrait.angles.get(node);
    if (other === undefined || isExcluded(page, node)) continue;
    const turn = Math.round(Math.abs(angle - other)) % 180;
    if (Math.abs(turn - 90) > TOLERANCE) {
      yield pass();
      continue;
    }
    const element = page.find(node);
    if (element === undefined) continue;
    yield fail(element, 'The content is turned by a quarter in one orientation of the window.', {
      landscape: Math.round(angle),
      portrait: Math.round(other),
    });
  }
};
