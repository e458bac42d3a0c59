import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-script-link',
  version: 1,
  help: 'Links must lead to an address',
  description: 'Tests links whose address is a script, unless they are there to be bookmarks.',
  category: 'semantics',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'The text near a link to install a script as a bookmark says so, or the link is draggable.',
  remedy:
    'Use a button if the click does something on the page, and a real address if it leads to another page.',
  question: null,
};
