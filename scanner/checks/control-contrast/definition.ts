import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-control-contrast',
  version: 1,
  help: 'Users must see where fields are',
  description:
    'Computes the contrast of the border and of the background of visible text fields and lists to what is around them. ' +
    'One of them must be at least 3:1. Fields with images, shadows or an outline are not tested.',
  category: 'color',
  successCriteria: ['1.4.11'],
  actRules: [],
  impact: 'moderate',
  needs: 'layout',
  kinds: ['review'],
  assumptions:
    'Nothing else shows where the field is, except for borders of elements over it, and lines that styles add along it.',
  remedy: 'Give the field a border, or a background, with a contrast of at least 3:1 to what is around it.',
  question:
    'Do users see where this field is, although its border and background hardly differ from what is around it?',
};
