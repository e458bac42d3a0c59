import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-pixel-contrast',
  version: 3,
  help: 'Text whose colors styles do not show must have enough contrast',
  description:
    'Compares pictures of the window with and without text, and computes the contrast of each pixel of the letters to ' +
    'what is behind it. Tests text over images and gradients, and below filters, masks and blend modes. Computes the ' +
    'contrast of placeholders, of texts of style sheets, of first lines, and of texts in elements without a box.',
  category: 'color',
  successCriteria: ['1.4.3'],
  actRules: ['afw4f7'],
  impact: 'serious',
  answers: ['color-contrast'],
  needs: 'viewport',
  kinds: ['violation'],
  assumptions:
    'The text is not part of a logo or of an inactive control, and the page has no control that raises the contrast. Text ' +
    'of which less than a quarter can hardly be read is not reported. Text in frames, and text that is larger than the ' +
    'window, is not measured: the rule color-contrast of axe-core asks about it.',
  remedy: 'Change the color of the text, or put a plain area between the text and the image.',
  question: null,
};
