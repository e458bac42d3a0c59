import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-adjacent-links',
  version: 2,
  help: 'Links side by side must not lead to the same address',
  description:
    'Tests links that follow each other in the same landmark, list or item, without other content between them: their ' +
    'names must not be the same, and if one shows only an image, none may contain that of the other.',
  category: 'semantics',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'Links with the same address lead to the same page.',
  remedy: 'Put the image and the text into one link, with an empty alternative for the image.',
  question: null,
};
