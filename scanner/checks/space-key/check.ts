import { askReview, type Check, fail } from '../check.ts';
import { readOperations } from '../in-page/operation.ts';

/** Reports buttons that do not react to Space: see `scanner/interaction/press-buttons.ts`. */
export const check: Check = function* (page) {
  const ignored = page.keyboard.facts.filter(({ kind }) => kind === 'space-ignored');
  if (ignored.length === 0) return;
  const operations = readOperations(page);
  for (const { element: node, data } of ignored) {
    const element = page.find(node);
    const operation = element && operations.get(element);
    // Without a listener of clicks, it is unknown what the element does. Without any of keys, see `mouse-only`.
    if (element === undefined || operation === undefined) continue;
    const { hasKeysNear, hasKeysAnywhere } = operation;
    if (!hasKeysNear && !hasKeysAnywhere && !element.hasAttr('href')) continue;
    if (!page.listeners(element).some(({ type }) => type === 'click')) continue;
    if (hasKeysNear || element.hasAttr('href')) {
      yield askReview(
        element,
        'Can users activate this button with the keyboard? Space has no effect.',
        data,
      );
    } else {
      yield fail(
        element,
        'The button reacts to a click but not to Space, and listens to no other key.',
        data,
      );
    }
  }
};
