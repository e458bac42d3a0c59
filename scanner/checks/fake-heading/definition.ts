import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-fake-heading',
  version: 3,
  help: 'Headings must be heading elements',
  description:
    'Tests short paragraphs that look like a heading of what follows: bold or larger, without punctuation at ' +
    'the end. Asks once a page about other elements that look so. Titles of notes and warnings are not tested.',
  category: 'structure',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'None.',
  remedy: 'Use a heading element of the right level.',
  question: 'Is this text the heading of what follows?',
};
