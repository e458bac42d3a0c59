import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-sensory-instruction',
  version: 2,
  help: 'Instructions must not rely on shape, color or position alone',
  description:
    'Tests texts that ask users to operate a control by its look or position, such as "click the round button", and ' +
    'texts about parts of the page that only their color singles out, such as "fields in red are required".',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.3.3', '1.4.1'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions: 'The instruction uses words that the check knows in the language of the page.',
  remedy:
    'Name the control, for example "the green Send button on the right", or add a sign or word to what has the color.',
  question: 'Can users find the control if they perceive neither its shape, nor its color, nor its position?',
};
