import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-unlinked-error',
  version: 3,
  help: 'Messages about errors must belong to their field',
  description:
    'Tests messages about errors that are shown beside fields, or in their HTML form, when the page is loaded: a field ' +
    'must name the message with aria-describedby or aria-errormessage, or the message must have a word that only the ' +
    'label of one field, or of one group, has. The message must say more than that there is an error, and assistive ' +
    'technology must get it. Asks once a page about alerts and sentences about wrong values that name no field, about ' +
    'hidden messages that describe a control, and about fields that are said to be invalid without a text.',
  category: 'forms',
  successCriteria: ['3.3.1'],
  actRules: ['36b590'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'The id or the class of the element says that it is a message about an error, or it is an alert, or it has words such ' +
    'as "invalid".',
  remedy: 'Give the message an id, and the field aria-describedby with this id and aria-invalid="true".',
  question: 'Is this a message about an error of a field, and does the text name the field?',
};
