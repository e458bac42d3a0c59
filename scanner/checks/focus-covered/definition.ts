import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-focus-covered',
  version: 1,
  help: 'The focused element must not be hidden by other content',
  description:
    'Moves the focus by Tab and tests whether an opaque element with a fixed or sticky position hides the whole of the ' +
    'focused element.',
  category: 'keyboard',
  successCriteria: ['2.4.11'],
  actRules: [],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['violation'],
  assumptions:
    'The user did not open or move what hides the element, and no key removes it while the focus stays.',
  remedy:
    'Set scroll-padding to the height of fixed headers and footers, so that the browser scrolls focused elements beside ' +
    'them. Do not lay messages over content that can get the focus.',
  question: null,
};
