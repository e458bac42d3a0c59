import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-label-in-name',
  version: 1,
  help: 'Names of controls must contain the text that users see',
  description:
    'Tests controls with visible text whose name comes from aria-label or aria-labelledby: the words of the text must ' +
    'follow each other in the name. Numbers of their own beside the text, such as that of messages, and keys in ' +
    'kbd need not be there.',
  category: 'semantics',
  successCriteria: ['2.5.3'],
  actRules: ['2ee8b8'],
  impact: 'serious',
  answers: ['label-content-name-mismatch'],
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'Visible text is the label of its control, and is no symbol if it has more than one letter.',
  remedy: 'Begin the name with the visible text, or remove aria-label.',
  question: 'Is the visible text the label of the control, so that users of voice control say it?',
};
