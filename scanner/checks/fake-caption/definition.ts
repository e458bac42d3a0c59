import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-fake-caption',
  version: 2,
  help: 'Titles of tables must be captions',
  description:
    'Tests native tables and grids without a caption, also of a figure around them: their first row should not be a single cell across all columns with a text, ' +
    'which looks like a title.',
  category: 'tables',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'A cell across all columns above the other rows is the title of the table.',
  remedy: 'Move the text into a caption element, as the first child of the table.',
  question: 'Is this cell the title of the table?',
};
