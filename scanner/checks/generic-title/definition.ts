import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-title',
  version: 3,
  help: 'Titles of pages must describe them',
  description:
    'Tests the first title of the page, wherever it is: it must not be a text of a template or the name of a file, or ' +
    'have only words such as "welcome" that say nothing about the page. Some of its words must be on the page, and not ' +
    'only in what all pages of a site have around their content, and it should not be only a part of the heading. The ' +
    'title of the first page of a site can be the name of the site.',
  category: 'semantics',
  successCriteria: ['2.4.2'],
  actRules: ['c4a8a4'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions:
    'A title that describes a page has a word in common with its text or the alternatives of its images.',
  remedy: 'Write a title that says what the page is about, and then the name of the site.',
  question: 'Does the title describe the page?',
};
