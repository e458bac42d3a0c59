import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-unmarked-required',
  version: 1,
  help: 'Asterisks of required fields must be explained, or the fields must be required for assistive technology too',
  description: 'Tests visible fields whose label begins or ends with an asterisk.',
  category: 'forms',
  successCriteria: ['3.3.2'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'A visible text outside of labels with an asterisk and a word such as "required" explains what it means.',
  remedy:
    'Add the attribute required or aria-required="true" to the field, and explain the asterisk in front of the fields.',
  question: 'Is this field required, and do users learn what the asterisk means?',
};
