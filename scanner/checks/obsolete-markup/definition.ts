import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-obsolete-markup',
  version: 1,
  help: 'Elements and attributes for presentation only must not be used',
  description:
    'Tests whether the page uses obsolete elements such as font and center, or attributes for colors. Users ' +
    'cannot adapt them as they adapt style sheets.',
  category: 'parsing',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'None.',
  remedy: 'Use CSS, and an element with a meaning where there is one.',
  question: null,
};
