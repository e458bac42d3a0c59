import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-focus-visible',
  version: 2,
  help: 'The keyboard focus must be visible',
  description:
    'Moves the focus by Tab and compares the styles of the focused element, and of the elements around it, with and ' +
    'without the focus. If nothing changes that is seen, it also compares pictures of the window.',
  category: 'keyboard',
  successCriteria: ['2.4.7'],
  actRules: ['oj04fd'],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['violation'],
  assumptions:
    'The page has no setting that shows the focus. What changes only after some time does not show the focus. Fields of ' +
    'text show it by their caret.',
  remedy:
    'Do not remove the outline of the focused element without a replacement. Set a clear outline for :focus-visible.',
  question: null,
};
