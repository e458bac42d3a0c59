import { type Check, pass } from '../../../../scanner/checks/check.ts';

/** Never ends. */
export const check: Check = function* () {
  for (;;) yield pass();
};
