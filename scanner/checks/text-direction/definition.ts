import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-text-direction',
  version: 2,
  help: 'Text that is written from right to left must have this direction',
  description:
    'Tests blocks of at least 35 letters of which most belong to a script that is written from right to left, such as ' +
    'Arabic or Hebrew: their direction must not be from left to right. Asks once a page about shorter sentences, and about ' +
    'sentences of other scripts whose direction is from right to left, because their punctuation moves.',
  category: 'language',
  successCriteria: ['1.3.2'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'The text is prose, and not an example of single letters.',
  remedy: 'Set dir="rtl" on the element, or on html if it is the language of the page.',
  question: 'Is the direction of this text right, so that its punctuation is at its end?',
};
