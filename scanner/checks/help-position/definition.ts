import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-help-position',
  version: 1,
  help: 'Help must be in the same position on all pages',
  description:
    'Compares in which landmark pages have a link to help or contact. Reports links that are in another one than on ' +
    'most pages of the scan.',
  category: 'structure',
  successCriteria: ['3.2.6'],
  actRules: [],
  impact: 'minor',
  needs: 'site',
  kinds: ['review'],
  assumptions: 'The name of the link is one that the check knows.',
  remedy: 'Put the link to help into the same part of all pages, in the same order.',
  question: 'Is this help that other pages have in another order, relative to the rest of their content?',
};
