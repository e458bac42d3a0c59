import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-same-name-frames',
  version: 2,
  help: 'Frames with the same name must have the same content',
  description:
    'Tests frames of a page that have the same accessible name. If their addresses and their documents differ, users ' +
    'cannot distinguish them. Documents of the same origin with different titles and texts violate the check, except ' +
    'advertisements and examples; the others need a review.',
  category: 'text-alternatives',
  successCriteria: ['4.1.2'],
  actRules: ['4b1c6c'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions:
    'Documents with the same title have the same purpose. Documents of other origins are compared by their address only.',
  remedy: 'Give each frame a title that says what it contains.',
  question: 'Do these frames with the same name serve different purposes?',
};
