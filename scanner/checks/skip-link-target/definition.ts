import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-skip-link-target',
  version: 3,
  help: 'A skip link should skip something',
  description:
    'Compares what Tab reaches after the first link of the page with what it reaches after the target of this ' +
    'link, if the name of the link says that it skips content. A link to the main content that leads into navigation or ' +
    'content beside it violates the check if neither a landmark nor a heading leads there; other links need a review.',
  category: 'keyboard',
  successCriteria: ['2.4.1'],
  actRules: ['ye5d6e'],
  impact: 'moderate',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'The name of a skip link has one of the words that are known for its language. Scripts do not move the ' +
    'focus elsewhere.',
  remedy: 'Set the target of the link to the beginning of the main content, after the repeated content.',
  question: 'Does this link skip content that other pages repeat?',
};
