import { askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { KeyboardFact } from '../in-page/keyboard/recorder.ts';

/** Reports faults of the focus in dialogs: see `scanner/interaction/dialogs.ts`. */
export const check: Check = function* (page) {
  const ofDialogs = page.keyboard.facts.filter(({ kind }) => kind.startsWith('dialog-'));
  const faulty = new Set(
    ofDialogs.filter(({ kind }) => kind !== 'dialog-opened').map(({ element }) => element),
  );
  for (const fact of ofDialogs) {
    const element = page.find(fact.element);
    if (element === undefined) continue;
    if (fact.kind !== 'dialog-opened') yield judge(element, fact);
    else if (!faulty.has(fact.element)) yield pass();
  }
};

function judge(element: PageElement, { kind, data }: KeyboardFact): CheckResult {
  const keys = `Keys: ${data.keys}.`;
  switch (kind) {
    case 'dialog-focus':
      return fail(
        element,
        `The modal dialog opens, but the focus stays behind it, also after Tab. ${keys}`,
        data,
      );
    case 'dialog-left':
      return askReview(
        element,
        `Can users notice that Tab moves the focus behind this modal dialog? ${keys}`,
        data,
      );
    case 'dialog-escape':
      return askReview(element, `Can keyboard users close this dialog? Escape has no effect. ${keys}`, data);
    default:
      return askReview(
        element,
        `Can keyboard users continue where they were? The focus does not return here when the dialog closes. ${keys}`,
        data,
      );
  }
}
