import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-missing-send-button',
  version: 2,
  help: 'Fields that are sent together must have a button that sends them',
  description:
    'Tests each <form> with two or more visible fields: it must contain a visible button, or such a button must name it. ' +
    'Buttons that reset, or that show a password, and links to other pages do not count. It is not tested if it ' +
    'listens to changes of its fields; if something around it does, the check asks once a page.',
  category: 'forms',
  successCriteria: ['3.2.2'],
  actRules: [],
  impact: 'moderate',
  needs: 'listeners',
  kinds: ['review'],
  assumptions:
    'Elements without the role of a button, except for links that go nowhere, do not send the values.',
  remedy: 'Add a button with type="submit".',
  question: 'How do users send these fields, and are they warned if a change of a value sends them?',
};
