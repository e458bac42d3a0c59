import { type Check, fail, pass } from '../check.ts';

/** How far from a quarter a turn may be, in degrees. */
const TOLERANCE = 5;

/** Compares the angles of the main content in a wide and in a high window. */
export const check: Check = function* (page) {
  const [landscape, portrait] = [page.layouts.get('zoomed'), page.layouts.get('portrait')];
  if (landscape === undefined || portrait === undefined) return;
  for (const [node, angle] of landscape.angles) {
    const element = page.find(node);
    const other = portrait.angles.get(node);
    if (element === undefined || other === undefined) continue;
    const turn = Math.round(Math.abs(angle - other)) % 180;
    if (Math.abs(turn - 90) > TOLERANCE) yield pass();
    else {
      yield fail(element, 'The content is turned by a quarter in one orientation of the window.', {
        landscape: Math.round(angle),
        portrait: Math.round(other),
      });
    }
  }
};
