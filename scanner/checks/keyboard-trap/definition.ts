import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-keyboard-trap',
  version: 2,
  help: 'The focus must be able to leave every element by keyboard',
  description:
    'Presses Tab from element to element. If the focus does not leave an element or a group of elements, it tries ' +
    'Shift+Tab, Escape, the arrow keys, and the keys that the text of the page names, except those that may type, delete or ' +
    'submit something: about these, and about buttons that may free the focus, a person is asked.',
  category: 'keyboard',
  successCriteria: ['2.1.2'],
  actRules: ['a1b64e', '80af7b', 'ebe86a'],
  impact: 'critical',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'Keys that the page does not name do not free the focus. A dialog holds the focus on purpose, ' +
    'unless it stays in a small part of it.',
  remedy:
    'Do not move the focus back when an element loses it, and do not prevent what Tab does. If an editor needs Tab, let ' +
    'Escape free the focus, and say so beside it.',
  question: 'Can a keyboard user leave these elements, for example by one of the buttons among them?',
};
