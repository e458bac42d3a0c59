import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-space-key',
  version: 2,
  help: 'Elements with the role of a button must react to the space bar',
  description:
    'Presses Space on elements with the role of a button that are no buttons of HTML, submit nothing, and ' +
    'listen to clicks. Reports those that do not react. Asks once a page if only something around them listens to clicks.',
  category: 'keyboard',
  successCriteria: ['2.1.1'],
  actRules: [],
  impact: 'critical',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'A reaction changes the document or the focus, or is a click, a navigation or a window. If the element or ' +
    'one around it listens to keys, another key may activate it.',
  remedy: 'Use a button element. Otherwise, let keydown of Enter and keyup of Space do what a click does.',
  question: 'Can users activate this button with the keyboard, although Space has no effect?',
};
