import { askReview, type Check, fail, pass } from '../check.ts';
import { showsWarning } from '../in-page/time/warning.ts';
import { definition } from './definition.ts';

/** Reports a navigation that happened by itself in a minute of virtual time. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const [change] = page.time.changes;
  if (change === undefined) {
    yield pass();
    return;
  }
  const message = `A script opens a page by itself within ${change.withinSeconds} seconds.`;
  const data = { url: change.url, withinSeconds: change.withinSeconds };
  // A page whose request is refused may believe that the session has ended.
  if (change.isAfterRefusal || showsWarning(page))
    yield askReview(page.root, `${message} ${definition.question}`, data);
  else yield fail(page.root, message, data);
};
