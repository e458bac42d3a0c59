import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-broken-fragment',
  version: 2,
  help: 'Links within a page must lead to an element that exists',
  description:
    'Tests links whose address is a fragment of their own page, such as #contact. Links that a script may handle are not ' +
    'tested, and skip links that are not on the screen are tested by axe-core.',
  category: 'structure',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'listeners',
  kinds: ['violation'],
  assumptions: 'No script adds the target later, and none handles clicks without a listener on the page.',
  remedy: 'Give the target the id that the link names, or remove the link.',
  question: null,
};
