import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-placeholder-label',
  version: 2,
  help: 'Fields must have a visible label besides the placeholder',
  description:
    'Tests text fields with a placeholder: whether there is a visible label, or another text beside the field. The ' +
    'placeholder disappears when users type. Fields for search, and the only one of an HTML form, are not tested.',
  category: 'forms',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'A text in front of the field, or around it, is its label.',
  remedy: 'Add a visible label element, and use the placeholder only for an example of a value.',
  question: null,
};
