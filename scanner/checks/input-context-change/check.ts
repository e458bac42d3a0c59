import { askReview, type Check } from '../check.ts';

const descriptions = { window: 'a window', frame: 'another page in its frame' };

/** Asks about fields whose value changes the context: see `scanner/interaction/context-changes.ts`. */
export const check: Check = function* (page) {
  for (const { kind, element: node, data } of page.keyboard.facts) {
    const element = kind === 'input-change' ? page.find(node) : undefined;
    if (element === undefined) continue;
    const what = descriptions[data.change as keyof typeof descriptions] ?? 'another page';
    yield askReview(
      element,
      `Does the page say before this field that a change opens ${what}? Keys: ArrowDown.`,
      data,
    );
  }
};
