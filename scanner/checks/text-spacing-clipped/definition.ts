import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-text-spacing-clipped',
  version: 2,
  help: 'Text must stay readable with wider spacing',
  description:
    'Sets the spacing that success criterion 1.4.12 names (lines 1.5, paragraphs 2, letters 0.12 em, words 0.16 em), and ' +
    'reports text that was shown as a whole and is then cut by an element that hides its overflow.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.12'],
  actRules: [],
  impact: 'serious',
  needs: 'viewport',
  kinds: ['violation'],
  assumptions:
    'The text is not repeated elsewhere. It is in a language and script that uses the spacing. Elements that already cut ' +
    'other text, such as folded ones, are not reported.',
  remedy:
    'Let the element grow with its text: use min-height instead of height, or do not hide the overflow.',
  question: null,
};
