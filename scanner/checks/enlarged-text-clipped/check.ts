import { askReview, type Check, pass } from '../check.ts';
import { findReadElement, listChangedTexts, quote } from '../in-page/layouts/changed-texts.ts';

/** Asks once about each element that cuts text only if text is larger. */
export const check: Check = function* (page) {
  const asked = new Set<object>();
  for (const changed of listChangedTexts(page, 'enlarged')) {
    const { before, after, normal } = changed;
    if (before?.isWhole !== true) continue;
    const { cut, text } = after;
    if (cut === null) {
      yield pass();
      continue;
    }
    if (normal.cutting[cut.axis].has(cut.by) || asked.has(cut.by)) continue;
    const element = findReadElement(page, changed);
    if (element === null) continue;
    asked.add(cut.by);
    yield askReview(element, `With text of twice the size, the text ${quote(text)} is cut.`, {
      hidden: Math.round(cut.hidden),
      of: Math.round(cut.size),
    });
  }
};
