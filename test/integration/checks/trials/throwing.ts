import { type Check, fail } from '../../../../scanner/checks/check.ts';

/** Throws after its first finding, but only in a document with an element of the class `trap`. */
export const check: Check = function* (page) {
  for (const element of page.byTag('p')) {
    yield fail(element, 'A paragraph.');
    if (element.attr('class') === 'trap') throw new Error('trap');
  }
};
