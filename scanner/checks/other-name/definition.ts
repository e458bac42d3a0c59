import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-other-name',
  version: 1,
  help: 'The same function must have the same name on all pages',
  description:
    'Compares the names of links in the header, the footer and navigations on all pages of a scan. Reports those ' +
    'whose address has another name on most pages.',
  category: 'name-role-value',
  successCriteria: ['3.2.4'],
  actRules: [],
  impact: 'moderate',
  needs: 'site',
  kinds: ['review'],
  assumptions: 'Links to the same address have the same function.',
  remedy: 'Give the link the same name on all pages.',
  question: 'Do both names stand for the same function, so that users may take it for two?',
};
