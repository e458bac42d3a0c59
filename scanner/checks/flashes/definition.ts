import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-flashes',
  version: 2,
  help: 'Nothing must flash more than three times in a second',
  description:
    'Reads the animations of style sheets, without the preference for reduced motion, and counts how often they change ' +
    'the brightness of an area of at least 21,824 square CSS pixels within any second. Asks if the change is not known, ' +
    'because the area is transparent, covered or a pseudo-element, and about three and a half flashes.',
  category: 'time-and-media',
  successCriteria: ['2.3.1'],
  actRules: [],
  impact: 'critical',
  needs: 'time',
  kinds: ['violation', 'review'],
  assumptions:
    'A CSS pixel is seen as WCAG supposes for a screen of 1024 × 768. Videos, animated pictures and what scripts change ' +
    'are not tested.',
  remedy: 'Remove the animation, or let it change more slowly than three times in a second.',
  question: 'Does the brightness of this area change more than three times in a second?',
};
