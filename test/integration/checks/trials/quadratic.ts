import type { Check } from '../../../../scanner/checks/check.ts';
import { pass } from '../../../../scanner/checks/check.ts';

/** Compares every paragraph with every other one. */
export const check: Check = function* (page) {
  const paragraphs = page.byTag('p');
  for (const paragraph of paragraphs) {
    const same = paragraphs.filter((other) => other.attr('id') === paragraph.attr('id'));
    if (same.length > 0) yield pass();
  }
};
