import { type Check, fail, pass } from '../check.ts';

/** Reports elements that look the same with the focus: see `KeyRecorder`. */
export const check: Check = function* (page) {
  for (const { element: node, isFocusHidden, index } of page.keyboard.visits.values()) {
    const element = page.find(node);
    if (element === undefined) continue;
    if (isFocusHidden !== true) yield pass();
    else yield fail(element, 'Nothing shows that this element has the focus. Keys: Tab.', { index });
  }
};
