import { type Check, fail, pass } from '../check.ts';
import { findReadElement, listChangedTexts, quote } from '../in-page/layouts/changed-texts.ts';

/** Reports text that only wider spacing cuts. */
export const check: Check = function* (page) {
  for (const changed of listChangedTexts(page, 'spacing')) {
    const { before, after, normal } = changed;
    if (before?.isWhole !== true) continue;
    const { cut, text } = after;
    if (cut === null) {
      yield pass();
      continue;
    }
    const element = normal.cutting[cut.axis].has(cut.by) ? null : findReadElement(page, changed);
    if (element === null) continue;
    const side = cut.axis === 'y' ? 'below' : 'at the side';
    yield fail(element, `With wider spacing, the text ${quote(text)} is cut ${side}.`, {
      hidden: Math.round(cut.hidden),
      of: Math.round(cut.size),
    });
  }
};
