import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-time-limit',
  version: 1,
  help: 'A time limit of minutes or hours needs a warning',
  description:
    'Lets up to 20 hours pass in the time of the page if its scripts begin a timer near words such as "session" or ' +
    '"idle". Reports if a script then opens another page, loads this one again, or asks the server to end the session. ' +
    'All of this is refused, so it has no effect.',
  category: 'time-and-media',
  successCriteria: ['2.2.1'],
  actRules: [],
  impact: 'serious',
  needs: 'time',
  kinds: ['violation', 'review'],
  assumptions:
    'The time limit is not essential, and the user could not turn it off before. Limits that only the server has, and ' +
    'those of scripts without such words, are not found. If the page has frequent timers, less than 20 hours pass; the ' +
    'check is then not run if a timer near such words is still pending.',
  remedy:
    'Remove the time limit, or warn users at least 20 seconds before and let them extend it with a simple action.',
  question:
    'Does the page warn users at least 20 seconds before, and can they extend or turn off the time limit?',
};
