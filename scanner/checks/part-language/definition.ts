import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-part-language',
  version: 3,
  help: 'The language of each part of the page must be declared',
  description:
    'Detects the language of each block of text with at least 35 letters, or 20 letters if its element has the attribute ' +
    'lang, and compares it with the declared language: that of the next element around it with this attribute. ' +
    'Asks about shorter texts with this attribute that are in the language around them.',
  category: 'language',
  successCriteria: ['3.1.2'],
  actRules: ['off6ek'],
  impact: 'moderate',
  needs: 'languages',
  kinds: ['violation', 'review'],
  assumptions:
    'The text is not a name, a technical term or made-up text. Languages that are very similar, such as Danish and ' +
    'Norwegian, are not distinguished, and rare languages are not detected.',
  remedy: 'Set the attribute lang of the element that contains the text to its language, such as lang="fr".',
  question: 'Is this text in another language than declared, and not only a name or a term?',
};
