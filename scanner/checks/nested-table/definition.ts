import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-nested-table',
  version: 2,
  help: 'Tables of data must not be within cells of other tables of data',
  description: 'Tests native tables and grids with header cells for tables with header cells within them.',
  category: 'tables',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'Both tables are tables of data.',
  remedy:
    'Show the inner table on its own, with a caption that says what it belongs to, or split its data into more columns.',
  question: 'Can users find their way in this table within a table?',
};
