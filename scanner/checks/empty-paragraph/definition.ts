import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-empty-paragraph',
  version: 1,
  help: 'Paragraphs must not be used for space',
  description: 'Tests visible paragraphs without content. Some screen readers announce them as blank.',
  category: 'semantics',
  successCriteria: [],
  actRules: [],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions: 'No script fills the paragraph later.',
  remedy: 'Remove the paragraph, and set margins with CSS.',
  question: null,
};
