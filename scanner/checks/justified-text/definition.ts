import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-justified-text',
  version: 1,
  help: 'Text must not be justified',
  description:
    'Tests blocks of text of several lines whose text is aligned to both margins. The uneven space between ' +
    'words makes them hard to read.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.8'],
  actRules: [],
  impact: 'moderate',
  needs: 'layout',
  kinds: ['violation'],
  assumptions:
    'The page has no control that changes the alignment. The text is not in a language without spaces between ' +
    'words.',
  remedy: 'Set text-align to start.',
  question: null,
};
