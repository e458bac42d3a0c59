import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-device-motion',
  version: 3,
  help: 'Users must be able to turn off what motion of the device starts',
  description:
    'Tests whether a script reacts to tilting or shaking the device, and whether a control of the page turns this off.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['2.5.4'],
  actRules: ['c249d5'],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions: 'A control whose name speaks of motion, tilting or shaking turns the reaction off.',
  remedy: 'Offer a setting that turns the reaction to motion off.',
  question: 'Can users turn the reaction to motion off?',
};
