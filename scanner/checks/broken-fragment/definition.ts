import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-broken-fragment',
  version: 4,
  help: 'Links within a page must lead to an element that exists',
  description:
    'Tests links whose address is a fragment of their own page, such as #contact. Links at which or around which ' +
    'a script listens are not tested. Asks once a page if a script listens to the clicks on the whole page. Skip links that are not on the screen are ' +
    'tested by axe-core.',
  category: 'structure',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'listeners',
  kinds: ['violation', 'review'],
  assumptions: 'No script adds the target later, and none handles clicks without a listener on the page.',
  remedy: 'Give the target the id that the link names, or remove the link.',
  question: 'Does a script show what this link names?',
};
