import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-label',
  version: 1,
  help: 'Labels must say what to enter',
  description: 'Tests whether the name of a visible field is a word such as "Info" or "Field".',
  category: 'forms',
  successCriteria: ['2.4.6'],
  actRules: ['cc0f0a'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The name is one of the words that the check knows in the language of the page.',
  remedy: 'Say in the label what to enter, for example "First name".',
  question: 'Do users know by this label what to enter?',
};
