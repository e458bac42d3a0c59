import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-character-shortcut',
  version: 2,
  help: 'Users must be able to turn off or change shortcuts of a single character',
  description:
    'Tests whether a script listens on the whole page to letters, digits or signs without Ctrl, Alt or another modifier, ' +
    'by its source text or by a text of the page such as: press "s". A control whose name mentions shortcuts changes them. ' +
    'People who speak their input trigger such shortcuts by accident.',
  category: 'keyboard',
  successCriteria: ['2.1.4'],
  actRules: ['ffbc54'],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions: 'The source text of the listener shows the characters. Listeners of frameworks often do not.',
  remedy:
    'Add a modifier such as Ctrl to the shortcut, or offer a setting that turns shortcuts off or changes them.',
  question: 'Can users turn off this shortcut, change it, or does it act only while a control has the focus?',
};
