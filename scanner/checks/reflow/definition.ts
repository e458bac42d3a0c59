import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-reflow',
  version: 3,
  help: 'Text must fit into a window of 320 CSS pixels',
  description:
    'Shows the page in a window that is 320 CSS pixels wide, which is one of 1,280 with a zoom of 400 %. Reports text, ' +
    'also in frames that fit into it, whose lines are wider than the window, so that each of them has to be scrolled to or cannot be read. Other text that ' +
    'makes the page scroll sideways needs review.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.10'],
  actRules: [],
  impact: 'serious',
  needs: 'viewport',
  kinds: ['violation', 'review'],
  assumptions:
    'Text outside of tables, code, images, maps, toolbars and small areas with their own scroll bar needs no layout in ' +
    'two dimensions.',
  remedy:
    'Do not set fixed widths. Let text wrap, and let columns be placed below each other in narrow windows, for example ' +
    'with max-width and media queries.',
  question: 'Does this content need a layout in two dimensions, or can it fit into the width of the window?',
};
