import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-motion-only',
  version: 2,
  help: 'What motion of the device starts must also be possible with controls',
  description:
    'Tests whether a page that listens to motion of the device has a visible control that can get the focus, and to ' +
    'which a script listens.',
  category: 'keyboard',
  successCriteria: ['2.5.4'],
  actRules: ['7677a9'],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions:
    'A control with a listener does what motion does. A listener around the controls, or of the document, is also ' +
    'that of each control, but not of links to other pages.',
  remedy: 'Add controls, such as buttons, that do the same as the motion.',
  question: 'Can users do with a control what motion of the device does?',
};
