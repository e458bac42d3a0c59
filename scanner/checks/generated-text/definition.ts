import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generated-text',
  version: 1,
  help: 'Text that users need must be in the document, and not in its styles',
  description:
    'Tests the content that styles add before and after visible elements for words that are no text of the document.',
  category: 'structure',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'Words in a font of their own, or in a font whose name says so, are names of symbols.',
  remedy: 'Write the text into the document. Use content in styles only for what is decoration.',
  question: 'Do users need this text, which is lost without the styles of the page?',
};
