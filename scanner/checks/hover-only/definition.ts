import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-hover-only',
  version: 4,
  help: 'Content that opens when the pointer is over an element must open with the keyboard too',
  description:
    'Tests content that style sheets show only while the pointer is over an element, such as menus.',
  category: 'keyboard',
  successCriteria: ['2.1.1'],
  actRules: [],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['violation', 'review'],
  assumptions:
    'Style sheets of other origins cannot be read. Scripts that open the content with the keyboard have ' +
    'listeners near the element, and not within the content. Where a script only listens for a larger part of the page, the check asks ' +
    'once.',
  remedy: 'Show the content also with :focus-within, or with a button that has aria-expanded.',
  question: 'Can users open this content with the keyboard, or reach the same links elsewhere?',
};
