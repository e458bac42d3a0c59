import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-image-of-text',
  version: 1,
  help: 'Text must be text, and not an image of it',
  description:
    'Tests wide and low images whose alternative would fit into them as a line of text, and buttons that are wide images. ' +
    'Logos are not tested.',
  category: 'text-alternatives',
  successCriteria: ['1.4.5'],
  actRules: [],
  impact: 'moderate',
  needs: 'layout',
  kinds: ['review'],
  assumptions: 'The alternative of an image of text has its text.',
  remedy: 'Write the text into the document, and give it its look with styles.',
  question: 'Does this image show text that could be text with styles?',
};
