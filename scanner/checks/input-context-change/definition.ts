import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-input-context-change',
  version: 1,
  help: 'A change of a value should not open another page or a window',
  description:
    'Changes the values of lists and groups of radio buttons by the arrow keys, and changes them back. Reports ' +
    'those that try to open another page or a window.',
  category: 'keyboard',
  successCriteria: ['3.2.2'],
  actRules: [],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['review'],
  assumptions:
    'The page tries the same when a user changes the value. Whether it says so before cannot be tested.',
  remedy:
    'Add a button that opens what was chosen, or say before the field that a choice opens another page.',
  question:
    'Does the page say, before this field, that a change of its value opens another page or a window?',
};
