import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-navigation-order',
  version: 1,
  help: 'Navigations must have their links in the same order on all pages',
  description:
    'Compares the order of the links in navigations of the same name on all pages of a scan. Reports those that ' +
    'share most links with the navigation of most pages, in another order.',
  category: 'structure',
  successCriteria: ['3.2.3'],
  actRules: [],
  impact: 'moderate',
  needs: 'site',
  kinds: ['violation'],
  assumptions:
    'Users did not change the order themselves. Of long navigations, the first 20 links are compared.',
  remedy: 'Use the same template for the navigation of all pages.',
  question: null,
};
