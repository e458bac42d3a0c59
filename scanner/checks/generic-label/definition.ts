import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-label',
  version: 2,
  help: 'Labels must say what to enter',
  description:
    'Tests whether the name of a visible field is a word such as "Info" or "Field". A field for a date or time that is ' +
    'labelled so violates the check, unless a group or a description says more; others need a review.',
  category: 'forms',
  successCriteria: ['2.4.6'],
  actRules: ['cc0f0a'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'The name is one of the words that the check knows in the language of the page.',
  remedy: 'Say in the label what to enter, for example "First name".',
  question: 'Do users know by this label what to enter?',
};
