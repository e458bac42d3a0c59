import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-vanishing-message',
  version: 1,
  help: 'Messages must not vanish before users have read them',
  description:
    'Lets a minute pass in the time of the page, and asks about messages that are shown and then vanish by themselves: ' +
    'short texts with a role or a name of a message, such as "status" or "toast", or fixed in the window.',
  category: 'time-and-media',
  successCriteria: ['2.2.1'],
  actRules: [],
  impact: 'moderate',
  needs: 'time',
  kinds: ['review'],
  assumptions:
    'Messages that vanish within the first seconds of the page, or that appear only after an action of the user, are not ' +
    'found. A message whose text is shown elsewhere, or that another text replaces, has not vanished.',
  remedy:
    'Let the message stay until the user closes it, or show it somewhere else as well, for example in a list of messages.',
  question: 'Can users read the message later, or let it stay, or do they lose nothing without it?',
};
