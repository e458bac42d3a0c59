import { askReview, type Check, fail, pass } from '../check.ts';
import { isExcluded } from '../in-page/layouts/changed-texts.ts';
import type { Layout } from '../in-page/layouts/measure-layout.ts';
import { definition } from './definition.ts';

/** How far from a quarter a turn may be, in degrees. */
const TOLERANCE = 5;
/** A page shows its content in one orientation only if less than this part of so much text shows in the other one. */
const PART_MIN = 0.25;
const LENGTH_MIN = 100;

/** Compares the angles of the main content in a wide and in a high window. */
export const check: Check = function* (page) {
  const [landscape, portrait] = [page.layouts.get('zoomed'), page.layouts.get('narrow')];
  if (landscape === undefined || portrait === undefined) return;
  const wide = countCharacters(landscape);
  // A page that asks to turn the device shows other text instead.
  const high = countCharacters(landscape, portrait);
  if (page.isTop && page.isWhole && wide >= LENGTH_MIN && high < wide * PART_MIN) {
    const sentence = 'In a window that is higher than wide, most of the text of the page does not show.';
    yield askReview(page.root, `${sentence} ${definition.question}`, { landscape: wide, portrait: high });
  }
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

/** Returns the number of characters that show in a layout, and also in another one if it is given. */
function countCharacters({ texts }: Layout, also?: Layout): number {
  let characters = 0;
  for (const [node, { text }] of texts)
    if (also === undefined || also.texts.has(node)) characters += text.trim().length;
  return characters;
}
