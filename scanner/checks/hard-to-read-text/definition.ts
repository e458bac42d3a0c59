import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-hard-to-read-text',
  version: 1,
  help: 'Long text must not be in capitals or italics, and only links must be underlined',
  description:
    'Tests blocks of text that are in capitals or italics as a whole, and underlined text that is not a link. Parts of ' +
    'contracts may be written in capitals, because laws ask for it, and quotations may be in italics.',
  category: 'sensory-and-visual-cues',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'The text is meant to be read, and not a quotation of how something looks.',
  remedy: 'Use normal text, and emphasize single words with strong or em.',
  question: null,
};
