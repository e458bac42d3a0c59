import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-control-in-link',
  version: 1,
  help: 'Links must not contain other controls',
  description:
    'Tests controls that the Tab key reaches within a link, such as a button on a card that is a link as a whole. axe-core ' +
    'tests buttons and other roles whose content assistive technology ignores, but no links.',
  category: 'name-role-value',
  successCriteria: ['4.1.2'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation'],
  assumptions:
    'Assistive technology may present the content of the link as one text, and ignore the control in it.',
  remedy:
    'Put the control beside the link. If the whole card is to be clicked, let a pseudo-element of the link cover it.',
  question: null,
};
