import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-focus-order',
  version: 2,
  help: 'The order of the focus should follow the visual order',
  description:
    'Moves the focus by Tab and compares its order with the positions of the elements, within each flex or grid ' +
    'container whose styles change the order of its items.',
  category: 'keyboard',
  successCriteria: ['2.4.3'],
  actRules: [],
  impact: 'moderate',
  needs: 'keyboard',
  kinds: ['review'],
  assumptions: 'The visual order is from top to bottom, and within a line in the direction of the text.',
  remedy:
    'Write the elements in the order in which they are shown, and do not reorder them with order, row-reverse, ' +
    'column-reverse or grid positions.',
  question: 'Does the order in which the elements get the focus preserve their meaning and operation?',
};
