import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-header-levels',
  version: 2,
  help: 'Cells must name their headers if a table has several levels of them',
  description:
    'Tests native tables and grids with two or more rows of header cells below their title, if a header cell spans ' +
    'several columns: it must have scope="colgroup", or the cells must have the attribute headers.',
  category: 'tables',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'Header cells across columns are headers of all of these columns.',
  remedy:
    'Add scope="colgroup" to header cells across several columns, with a colgroup element for them, or name the headers of each cell with the attribute headers.',
  question: 'Do screen readers read the right headers of each cell of this table?',
};
