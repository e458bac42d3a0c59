import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-sensory-instruction',
  version: 1,
  help: 'Instructions must not rely on shape, color or position alone',
  description:
    'Tests texts that ask users to operate a control by its look or position, such as "click the round button".',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.3.3'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The instruction uses words that the check knows in the language of the page.',
  remedy: 'Name the control, for example "the green Send button on the right".',
  question: 'Can users find the control if they perceive neither its shape, nor its color, nor its position?',
};
