import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-autocomplete-purpose',
  version: 1,
  help: 'Fields for data of the user must say their purpose with autocomplete',
  description:
    'Tests fields whose label asks for an e-mail address, a name, a telephone number or a part of an address, and that ' +
    'have no attribute autocomplete. axe-core tests the values of the attribute.',
  category: 'forms',
  successCriteria: ['1.3.5'],
  actRules: [],
  impact: 'moderate',
  answers: ['autocomplete-valid'],
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The name of the field says what it asks for, in one of the languages that the check knows.',
  remedy: 'Add the attribute autocomplete with the purpose, such as autocomplete="email".',
  question: 'Does this field ask for data of the user, and not of somebody else?',
};
