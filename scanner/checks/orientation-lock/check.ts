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
  const wide = countCharacters(landscape, null);
  // A page that asks to turn the device shows other text instead. One that is built anew has the same text.
  const high = countCharacters(landscape, new Set(listTexts(portrait)));
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

/** Returns the number of characters that show in a layout. @param also the only texts that count; null for all */
function countCharacters(layout: Layout, also: ReadonlySet<string> | null): number {
  return listTexts(layout)
    .filter((text) => also === null || also.has(text))
    .reduce((sum, { length }) => sum + length, 0);
}

function listTexts({ texts }: Layout): string[] {
  return Array.from(texts.values(), ({ text }) => text.trim());
}
