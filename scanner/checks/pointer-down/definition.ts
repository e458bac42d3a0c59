import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-pointer-down',
  version: 1,
  help: 'Actions must not happen before the pointer is released',
  description:
    'Tests visible buttons, links and elements with the cursor of a link that listen to the press of the pointer, and to ' +
    'neither a click nor its release.',
  category: 'keyboard',
  successCriteria: ['2.5.2'],
  actRules: [],
  impact: 'moderate',
  needs: 'listeners',
  kinds: ['review'],
  assumptions: 'The listener does something. What a listener of the document does is not known.',
  remedy: 'Act on click instead, so that users can move the pointer away before they release it.',
  question: 'Can users cancel or undo what happens as soon as they press the pointer on this element?',
};
