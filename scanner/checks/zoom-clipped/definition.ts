import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-zoom-clipped',
  version: 3,
  help: 'Text must stay readable with a zoom of 200 %',
  description:
    'Shows the page in a window of 640 × 512 CSS pixels, which is one of 1,280 × 1,024 with a zoom of 200 %, and tests ' +
    'text in elements that hide their overflow: no line of it must be cut. Asks once a page about whole lines, and texts ' +
    'beside others, that only the zoom hides.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.4'],
  actRules: ['59br37'],
  impact: 'serious',
  needs: 'viewport',
  kinds: ['violation', 'review'],
  assumptions:
    'The page has no control that enlarges the text. Lines that end with an ellipsis are cut on purpose. What is beside a ' +
    'control can be shown with it.',
  remedy:
    'Let the element grow with its text: use min-height instead of height, or do not hide the overflow.',
  question: 'Can users read the whole of the text that is cut, here or behind a control?',
};
