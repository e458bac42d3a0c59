import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-page-language',
  version: 1,
  help: 'The language of the page must be the one that the attribute lang of html declares',
  description:
    'Detects the language of the texts of the page that have no other declared language, if they have at least 35 letters, ' +
    'and compares it with the attribute lang of html.',
  category: 'language',
  successCriteria: ['3.1.1'],
  actRules: ['ucwvc8'],
  impact: 'serious',
  needs: 'languages',
  kinds: ['violation'],
  assumptions:
    'Most of the text is in one language. Languages that are very similar, such as Danish and Norwegian, are not ' +
    'distinguished, and rare languages are not detected.',
  remedy: 'Set the attribute lang of the html element to the language of the page, such as lang="de".',
  question: null,
};
