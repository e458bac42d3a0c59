import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-label-target',
  version: 1,
  help: 'Labels must belong to a field',
  description:
    'Tests visible label elements: the attribute for must have the id of a field. Without the attribute, a field without ' +
    'another label must not be beside the label.',
  category: 'forms',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'A label in front of a field without a name is meant to be its label.',
  remedy: 'Give the field an id, and the label the same value in its attribute for.',
  question: null,
};
