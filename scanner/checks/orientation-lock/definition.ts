import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-orientation-lock',
  version: 2,
  help: 'Pages must not be locked to portrait or landscape',
  description:
    'Shows the page in a window that is wide, and in one that is high, and compares the angles of the elements that ' +
    'contain most of its text: none must be turned by a quarter in one of them only. Asks if most of the text shows ' +
    'in the wide window only.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.3.4'],
  actRules: ['b33eff'],
  impact: 'serious',
  needs: 'viewport',
  kinds: ['violation', 'review'],
  assumptions: 'The content does not need this orientation. The page has no control that turns it.',
  remedy: 'Remove the transform that depends on the orientation, and let the content fit into both.',
  question: 'Does the page show its content in both orientations?',
};
