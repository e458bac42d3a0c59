import { askOnce, askReview, type Check, fail } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { listElementsWithin } from '../in-page/checked-page.ts';
import { readOperations } from '../in-page/operation.ts';

const QUESTION = 'Can users activate this button with the keyboard? Space has no effect.';

/** Reports buttons that do not react to Space: see `scanner/interaction/press-buttons.ts`. */
export const check: Check = function* (page) {
  const ignored = page.keyboard.facts.filter(({ kind }) => kind === 'space-ignored');
  if (ignored.length === 0) return;
  const operations = readOperations(page);
  const isClick = ({ type }: { type: string }) => type === 'click';
  const within = listElementsWithin(page, (element) => page.listeners(element).some(isClick));
  const isDelegated = page.documentListeners().some(isClick);
  const unsure: PageElement[] = [];
  for (const { element: node, data } of ignored) {
    const element = page.find(node);
    const operation = element && operations.get(element);
    if (element === undefined || operation === undefined) continue;
    if (!page.listeners(element).some(isClick)) {
      // What listens around it may do what a click on it does; without that, the element does nothing at all.
      if (isDelegated || within.has(element)) unsure.push(element);
      continue;
    }
    const { hasKeysNear, hasKeysAnywhere } = operation;
    // Without any listener of keys, see `mouse-only`.
    if (!hasKeysNear && !hasKeysAnywhere && !element.hasAttr('href')) continue;
    if (hasKeysNear || element.hasAttr('href')) {
      yield askReview(element, QUESTION, data);
    } else {
      yield fail(
        element,
        'The button reacts to a click but not to Space, and listens to no other key.',
        data,
      );
    }
  }
  yield* askOnce(
    unsure.map((element) => ({ element })),
    QUESTION,
  );
};
