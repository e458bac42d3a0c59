import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-heading',
  version: 2,
  help: 'Headings must describe what follows them',
  description: 'Tests headings for texts of templates, such as "Heading 1", and for names of files.',
  category: 'semantics',
  successCriteria: ['2.4.6'],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The text of the template is one that the check knows.',
  remedy: 'Write what the section is about.',
  question: 'Does the heading describe what follows it?',
};
