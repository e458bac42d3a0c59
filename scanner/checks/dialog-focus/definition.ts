import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-dialog-focus',
  version: 1,
  help: 'Dialogs must take, hold and return the focus',
  description:
    'Opens dialogs with Space on buttons that say that they open one, and closes them with Escape. Reports ' +
    'modal dialogs that the focus does not enter, leaves by Tab, or cannot leave, and buttons that ' +
    'do not get the focus back.',
  category: 'keyboard',
  successCriteria: ['2.4.3'],
  actRules: [],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'Elements with the role of a dialog are dialogs. A dialog with aria-modal or opened by showModal() is ' +
    'modal.',
  remedy:
    'Use the dialog element with showModal(). Otherwise, move the focus into the dialog, keep it there, close ' +
    'the dialog on Escape, and return the focus to the button that opened it.',
  question: 'Can keyboard users use this dialog, leave it, and continue where they were?',
};
