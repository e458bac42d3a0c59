import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-header-without-cells',
  version: 1,
  help: 'Header cells of a table must have cells that they are the header of',
  description:
    'Tests whether each header cell of a data table has at least one cell in its column or row, or one that names it ' +
    'with the attribute headers.',
  category: 'tables',
  successCriteria: ['1.3.1'],
  actRules: ['d0f69e'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'The table is complete: a script does not add cells later.',
  remedy:
    'Use td for cells with data, and th only for headers. Give every row as many cells as there are headers. Correct ' +
    'the ids in the attribute headers.',
  question: 'Does this table get rows later? If not, are its header cells in fact data?',
};
