import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-unnamed-graphic',
  version: 2,
  help: 'Graphics that users need must have a text alternative',
  description:
    'Tests large visible drawings (<canvas> and <svg>) without a name, and graphics that are hidden from assistive ' +
    'technology although the name of their file, their class or their id says that they show information, such as a ' +
    'logo or a chart. Asks once a page about other hidden graphics: those that a text leads to, those with words that ' +
    'are nowhere else on the page, and one that is all that the page has.',
  category: 'text-alternatives',
  successCriteria: ['1.1.1'],
  actRules: ['e88epe'],
  impact: 'serious',
  needs: 'layout',
  kinds: ['review'],
  assumptions:
    'Small drawings are symbols beside a text. No text beside the graphic says the same, unless it is the name in the file of a logo.',
  remedy:
    'Give the graphic role="img" and a name with aria-label, or aria-hidden="true" if it is decoration. Describe charts ' +
    'in a text or a table.',
  question: 'Does this graphic show something that users need and that no text says?',
};
