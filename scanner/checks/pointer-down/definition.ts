import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-pointer-down',
  version: 3,
  help: 'Actions must not happen before the pointer is released',
  description:
    'Tests visible buttons, links and elements with the cursor of a link that listen to the press of the pointer, and to ' +
    'neither a click nor its release. Links without an address, such as "#", do nothing on a click by themselves.',
  category: 'keyboard',
  successCriteria: ['2.5.2'],
  actRules: [],
  impact: 'moderate',
  needs: 'listeners',
  kinds: ['review'],
  assumptions:
    'The listener does something. If the browser, or a listener of clicks around the element, may act on the click, ' +
    'the press only shows that it happens. If the document listens to clicks, the check asks once.',
  remedy: 'Act on click instead, so that users can move the pointer away before they release it.',
  question: 'Can users cancel or undo what happens as soon as they press the pointer on this element?',
};
