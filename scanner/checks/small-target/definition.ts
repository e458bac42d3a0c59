import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-small-target',
  version: 1,
  help: 'Small targets that only react to clicks must have enough space around them',
  description:
    'Tests visible elements that react to clicks and cannot get the focus, and links in SVG graphics, which axe-core’s ' +
    'target-size does not test: a circle of 24 CSS pixels around a smaller one must touch no other target.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['2.5.8'],
  actRules: [],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions:
    'An element with a listener of clicks and the cursor or role of a control is a target. Targets in a line of text ' +
    'may be small. Targets that only a listener around them makes targets are not known.',
  remedy: 'Make the element at least 24 × 24 CSS pixels, or leave more space around it.',
  question: 'Is this a target that has no other one of at least 24 × 24 CSS pixels that does the same?',
};
