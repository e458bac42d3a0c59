import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-dragging',
  version: 3,
  help: 'What can be dragged must be possible without dragging',
  description:
    'Tests elements that can be dragged and whose page listens to it. A control with a name such as "Move up" or "Up" ' +
    'within the element, beside it, or directly before or after all of them, does the same.',
  category: 'keyboard',
  successCriteria: ['2.5.7'],
  actRules: [],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions: 'Dragging does something that users need.',
  remedy: 'Add buttons that move the element, or a menu with the positions to which it can be moved.',
  question: 'Can users reach the same with single clicks, without dragging?',
};
