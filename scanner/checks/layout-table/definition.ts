import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-layout-table',
  version: 1,
  help: 'Tables for layout must not be presented as tables of data',
  description:
    'Tests tables without header cells that contain other tables, or sections of a page in one row or column, and tables ' +
    'with the role presentation that have header cells or a caption.',
  category: 'tables',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'A table with such content is not one of data.',
  remedy:
    'Use style sheets for the layout, or role="presentation" on the table. A table of data must not have this role.',
  question: null,
};
