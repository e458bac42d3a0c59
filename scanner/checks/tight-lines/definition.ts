import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-tight-lines',
  version: 4,
  help: 'Lines of text must have space between them',
  description:
    'Tests visible blocks with a text of 80 or more characters in three or more lines. The height of a line must be at ' +
    'least 1.1 times the size of the font; otherwise the lines nearly touch each other. ' +
    'A text of fewer than 120 characters, or larger than 24 pixels, needs a review. Texts of 40 or more characters in ' +
    'two lines need one review a page. Text larger than 32 pixels is not tested.',
  category: 'sensory-and-visual-cues',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'layout',
  kinds: ['violation', 'review'],
  assumptions: 'The text is meant to be read.',
  remedy: 'Set line-height to 1.5 for text, or do not set it.',
  question: 'Can this text be read easily, or is it only a logo or a title?',
};
