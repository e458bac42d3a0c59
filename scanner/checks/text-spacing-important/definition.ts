import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-text-spacing-important',
  version: 1,
  help: 'Text spacing that users cannot change must be wide enough',
  description:
    'Tests visible text whose style attribute sets letter, word or line spacing with !important: the spacing must be ' +
    'as wide as success criterion 1.4.12 requires, because style sheets of users cannot override it.',
  category: 'structure',
  successCriteria: ['1.4.12'],
  actRules: ['24afc2', '78fd32', '9e45ec'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation'],
  assumptions:
    'The page has no control of its own that widens the spacing. The text is in a language and script that uses the ' +
    'spacing.',
  remedy:
    'Remove !important from the style attribute, or set at least 0.12 em between letters, 0.16 em between words and ' +
    '1.5 between lines.',
  question: null,
};
