import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-color-link',
  version: 2,
  help: 'Links in text must differ from it by more than a color of low contrast',
  description:
    'Tests links in text that axe-core’s link-in-text-block skips: those that are boxes of their own ' +
    '(inline-block), and those whose underline is transparent. Asks once a page about links that look exactly like the text.',
  category: 'color',
  successCriteria: ['1.4.1'],
  actRules: [],
  impact: 'serious',
  answers: ['link-in-text-block'],
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'The parent of the link contains the text around it. ' +
    'Borders, backgrounds and added signs are visible.',
  remedy: 'Underline the link, or choose a color with a contrast of at least 3:1 to the text around it.',
  question: 'Do users who do not perceive this difference of color see that this is a link?',
};
