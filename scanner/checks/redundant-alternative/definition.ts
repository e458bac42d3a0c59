import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-redundant-alternative',
  version: 1,
  help: 'Alternatives of images must not repeat what users hear anyway',
  description:
    'Tests whether the alternative of an image is the same as the text beside it or its caption, or begins with ' +
    'words such as "image of", which screen readers say themselves.',
  category: 'text-alternatives',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'The kind of the image does not matter, as it would for a painting.',
  remedy:
    'Describe the image in other words than its caption, without "image of", or use an empty alternative.',
  question: null,
};
