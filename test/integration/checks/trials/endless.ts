import { type Check, pass } from '../../../../scanner/checks/check.ts';

/** Never ends. */
export const check: Check = function* (page) {
  for (;;) yield pass(page.root);
};
