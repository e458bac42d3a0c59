import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-spaced-letters',
  version: 2,
  help: 'Words must not be written with spaces between their letters',
  description: 'Tests visible texts for single letters with spaces between them, such as "S A L E S".',
  category: 'structure',
  successCriteria: ['1.3.2'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'Letters in the order of the alphabet, repeated ones, those without a vowel, of notes and in code are no word. Signs of ' +
    'Chinese, Japanese and Korean are not tested.',
  remedy: 'Write the word without spaces, and move its letters apart with the style letter-spacing.',
  question: 'Are these letters one word, which screen readers read letter by letter?',
};
