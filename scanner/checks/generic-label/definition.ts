import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-label',
  version: 3,
  help: 'Labels must say what to enter',
  description:
    'Tests whether the name or the visible label of a visible field or choice is a word such as "Info" or "Field", or is ' +
    'about something else than the type of the field. A field for a date or time that is labelled so violates the check, ' +
    'unless a group or a description says more; others need a review. Asks once a page about fields that have the same ' +
    'name if users see no text between them, such as a heading, that distinguishes them.',
  category: 'forms',
  successCriteria: ['2.4.6'],
  actRules: ['cc0f0a'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions:
    'The name is one of the words that the check knows in the language of the page. A text between two fields says which ' +
    'is which.',
  remedy: 'Say in the label what to enter, for example "First name".',
  question: 'Do users know by this label what to enter?',
};
