import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-mouse-only',
  version: 3,
  help: 'What reacts to a click must also react to the keyboard',
  description:
    'Tests visible elements that have a listener of clicks: the keyboard must reach them, and a key must activate them. ' +
    'Asks once a page about texts that listen but do not look like controls, and about those that look like controls ' +
    'while a script listens to clicks around them.',
  category: 'keyboard',
  successCriteria: ['2.1.1'],
  actRules: [],
  impact: 'critical',
  needs: 'listeners',
  kinds: ['violation', 'review'],
  assumptions:
    'The listener does something that users need. No other control with another name does the same. Listeners of an ' +
    'ancestor are not taken for those of an element.',
  remedy:
    'Use a button, or a link if the click leads to another page. Otherwise give the element a role, tabindex="0", and ' +
    'a listener of keydown that reacts to Enter and Space.',
  question: 'Can users do with the keyboard what a click on this element does, here or with another control?',
};
