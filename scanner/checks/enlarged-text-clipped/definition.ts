import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-enlarged-text-clipped',
  version: 2,
  help: 'Text must stay readable if only text is enlarged to 200 %',
  description:
    'Doubles the size of the text of the root, as users can in the settings of their browser, and tests text that was ' +
    'whole before: no line of it must be cut.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.4'],
  actRules: [],
  impact: 'serious',
  needs: 'viewport',
  kinds: ['review'],
  assumptions:
    'Sizes of text in pixels stay as they are, as in browsers without a zoom of text. A page whose text can be enlarged ' +
    'with the zoom of the browser conforms.',
  remedy: 'Let the element grow with its text: use min-height instead of height, or set its size in em.',
  question:
    'Can users who enlarge only text read the text that is cut, for example with the zoom of the browser?',
};
