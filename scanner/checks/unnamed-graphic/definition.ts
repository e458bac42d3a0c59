import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-unnamed-graphic',
  version: 1,
  help: 'Graphics that users need must have a text alternative',
  description:
    'Tests large visible drawings (<canvas> and <svg>) that assistive technology does not get, and logos with an empty ' +
    'alternative.',
  category: 'text-alternatives',
  successCriteria: ['1.1.1'],
  actRules: ['e88epe'],
  impact: 'serious',
  needs: 'layout',
  kinds: ['review'],
  assumptions: 'Small drawings are symbols beside a text. No text beside the graphic says the same.',
  remedy:
    'Give the graphic role="img" and a name with aria-label, or aria-hidden="true" if it is decoration. Describe charts ' +
    'in a text or a table.',
  question: 'Does this graphic show something that users need and that no text says?',
};
