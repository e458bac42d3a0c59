import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-focus-context-change',
  version: 2,
  help: 'Focus alone must not open another page or a window',
  description:
    'Moves the focus from element to element. Reports elements that try to open another page or a window when ' +
    'they get the focus, or that remove the focus from themselves. Asks once a page about fields that give it to another ' +
    'element.',
  category: 'keyboard',
  successCriteria: ['3.2.1'],
  actRules: [],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'The page tries the same when a user moves the focus. The scanner refuses the navigation and the window.',
  remedy:
    'Open pages and windows only when the user activates an element. Do not call blur() when an element gets ' +
    'the focus.',
  question: 'Can users fill in this field with the keyboard, and do they expect where the focus goes?',
};
