import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-captcha',
  version: 1,
  help: 'Puzzles that distinguish people from programs must have alternatives',
  description:
    'Tests whether the page shows a CAPTCHA: an image with characters to type, or the frame of a known service.',
  category: 'forms',
  successCriteria: ['1.1.1', '3.3.8'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The name or the address of the element says that it is a CAPTCHA.',
  remedy:
    'Replace the puzzle with a check that needs no action of the user, or offer alternatives for other senses. For a ' +
    'sign-in, offer one that is no puzzle, such as a link by mail.',
  question: 'Can people who cannot see, hear or solve the puzzle continue in another way?',
};
