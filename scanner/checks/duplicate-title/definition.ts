import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-duplicate-title',
  version: 1,
  help: 'Different pages must have different titles',
  description:
    'Compares the titles of all pages of a scan. Pages with the same title but another main heading are reported; ' +
    'without headings, pages with the same title at different addresses.',
  category: 'semantics',
  successCriteria: ['2.4.2'],
  actRules: [],
  impact: 'serious',
  needs: 'site',
  kinds: ['review'],
  assumptions: 'Pages with different main headings are about different things.',
  remedy: 'Begin the title of each page with what only this page is about.',
  question: 'Are the pages about different things, so that users cannot distinguish them by their title?',
};
