import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-main-heading',
  version: 3,
  help: 'The main content should have a heading',
  description:
    'Tests pages with links in front of their main content, which is the element with the role or an id such as "main": ' +
    'it should contain a heading that is shown, or follow one of the first level, so that users can go to it. ' +
    'The check is violated if the links are navigation, and only navigation and content beside the main content have ' +
    'headings that assistive technology perceives; otherwise it needs a review.',
  category: 'structure',
  successCriteria: [],
  actRules: ['047fe0'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'The links in front of the main content are repeated on other pages.',
  remedy: 'Begin the main content with a heading that says what it is about.',
  question: 'How do users find the beginning of the main content, which has no heading?',
};
