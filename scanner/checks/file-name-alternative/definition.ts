import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-file-name-alternative',
  version: 1,
  help: 'Alternatives of images must not be file names or texts of templates',
  description:
    'Tests the alternatives of images: they must not be the name of a file, a number that a camera gave, or a word ' +
    'such as "image".',
  category: 'text-alternatives',
  successCriteria: ['1.1.1'],
  actRules: ['qt1vmo', '9eb3f6'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions:
    'An image with the name of a file as its alternative is not about this file, unless the page shows the name.',
  remedy: 'Describe what the image says or does, or use an empty alternative if it only decorates.',
  question: 'Does the alternative say what the image says?',
};
