import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-prohibited-name',
  version: 1,
  help: 'Elements must not have ARIA names and descriptions of roles that their role prohibits',
  description:
    'Tests elements with aria-label, aria-labelledby, aria-roledescription or the attributes for braille. Their role must ' +
    'allow the attribute. axe-core tests elements without text for some of these attributes.',
  category: 'aria',
  successCriteria: [],
  actRules: ['kb1m8s'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'None.',
  remedy:
    'Remove the attribute. If users need the text, write it into the page, or use an element or role that can have a ' +
    'name, such as group or img.',
  question: null,
};
