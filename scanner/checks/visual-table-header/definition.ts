import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-visual-table-header',
  version: 2,
  help: 'Cells that look like headers of a table must be header cells',
  description:
    'Tests tables without header cells: whether all cells of the first row or of the first column are bold, and few of the ' +
    'others.',
  category: 'tables',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'Bold text at the beginning of rows or columns names what they contain.',
  remedy: 'Use th instead of td for the headers, with scope="col" or scope="row".',
  question: null,
};
