import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-hidden-frame',
  version: 1,
  help: 'Frames that are hidden from screen readers must not contain anything that gets the focus',
  description:
    'Tests visible frames with aria-hidden="true", or within such an element. What the keyboard reaches in them is ' +
    'announced to nobody. Documents of the same origin are read; about those of other origins it asks.',
  category: 'name-role-value',
  successCriteria: ['4.1.2'],
  actRules: ['6cfa84'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'A document of another origin may contain a link, a button or a field.',
  remedy: 'Remove aria-hidden, or set tabindex="-1" on the frame, if users can do without its content.',
  question: 'Does this frame, which is hidden from screen readers, contain something that gets the focus?',
};
