import { type Check, fail, pass } from '../../../../scanner/checks/check.ts';
import { axe } from '../../../../scanner/checks/in-page/axe.ts';

/** Reports each paragraph if the checks do not use the axe of the last run: an earlier one has stale caches. */
export const check: Check = function* (page) {
  for (const element of page.byTag('p')) {
    if ((globalThis as unknown as { axe: object }).axe === axe) yield pass();
    else yield fail(element, 'The checks use another axe.');
  }
};
