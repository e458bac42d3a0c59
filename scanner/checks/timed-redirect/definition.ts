import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-timed-redirect',
  version: 1,
  help: 'Pages must not change or end by themselves without warning',
  description:
    'Lets a minute pass in the time of the page, and reports a script that then opens another page or loads this one ' +
    'again. The navigation is refused, so it has no effect. After a request that the scanner refused, the page may have ' +
    'reacted to that, which needs review.',
  category: 'time-and-media',
  successCriteria: ['2.2.1'],
  actRules: [],
  impact: 'serious',
  needs: 'time',
  kinds: ['violation', 'review'],
  assumptions:
    'The time limit is not essential, and the user could not turn it off before. A control that the page shows when the ' +
    'time has passed may extend it, which needs review. a11y-time-limit tests longer time limits.',
  remedy:
    'Remove the time limit, or warn users at least 20 seconds before and let them extend it with a simple action.',
  question:
    'Does the page warn users at least 20 seconds before, and can they extend or turn off the time limit?',
};
