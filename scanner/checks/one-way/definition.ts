import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-one-way',
  version: 2,
  help: 'Users must have more than one way to find a page',
  description:
    'Compares all pages of a scan, if none of them offers a search or leads to a site map: each page should be linked from ' +
    'a navigation, header or footer of another page. Reports the first page that is not.',
  category: 'structure',
  successCriteria: ['2.4.5'],
  actRules: [],
  impact: 'moderate',
  needs: 'site',
  kinds: ['review'],
  assumptions:
    'The pages are no steps of a process, and the scan has all pages that lead to others. Scans of fewer than four pages ' +
    'are not compared.',
  remedy: 'Add a search, a site map or a list of all pages, or link the pages from the navigation.',
  question: 'Is there a second way to find this page, or is it a step of a process?',
};
