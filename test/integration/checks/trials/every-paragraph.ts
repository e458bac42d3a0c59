import { askReview, type Check, fail, pass } from '../../../../scanner/checks/check.ts';

/** Reports each paragraph: as a violation, with `class="ask"` as needing review, with `class="fine"` not at all. */
export const check: Check = function* (page) {
  for (const element of page.byTag('p')) {
    const data = { role: page.role(element), name: page.name(element), text: 'x'.repeat(1_000) };
    if (element.attr('class') === 'fine') yield pass();
    else if (element.attr('class') === 'ask') yield askReview(element, 'Is this a paragraph?', data);
    else yield fail(element, 'A paragraph.', data);
  }
};
