import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-file-link',
  version: 1,
  help: 'Links to files must name the type of the file',
  description:
    'Tests links to documents and archives, such as PDF files: their text, or the text beside them or in ' +
    'their item, row or section, must name the type, also if a style sheet adds it.',
  category: 'sensory-and-visual-cues',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'The extension in the address is the type of the file.',
  remedy: 'Add the type to the text of the link, for example "Annual report (PDF, 2 MB)".',
  question: null,
};
