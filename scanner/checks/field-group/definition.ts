import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-field-group',
  version: 3,
  help: 'Radio buttons and check boxes that belong together must be a group with a name',
  description:
    'Tests visible radio buttons and check boxes that have the same name attribute: the text in front of them must be the ' +
    'name of a group around them. Also tests whether a fieldset with such fields has a legend. ' +
    'Asks once a page about check boxes of different names below one text.',
  category: 'forms',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'The text in front of the fields says what to choose.',
  remedy: 'Put the fields into a fieldset, and the text into a legend that is its first element.',
  question: 'Do users need a name of the group, or the text in front of it, to understand the options?',
};
