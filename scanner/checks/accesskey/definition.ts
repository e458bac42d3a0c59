import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-accesskey',
  version: 2,
  help: 'Shortcuts with accesskey must not conflict with those of users',
  description:
    'Asks once a page about the elements with an accesskey, at the first of them. Browsers and assistive technology use ' +
    'the same keys for their own functions.',
  category: 'keyboard',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'None.',
  remedy: 'Remove the attribute accesskey.',
  question:
    'Do users need this shortcut, is it documented, and is it free in the browsers and screen readers that ' +
    'they use?',
};
