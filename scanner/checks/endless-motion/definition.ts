import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-endless-motion',
  version: 6,
  help: 'Motion that does not end needs a control that stops it',
  description:
    'Tests large elements and texts that style sheets move or let blink without end if users have not asked for less ' +
    'motion, pictures that are animated for more than five seconds, and text and other content that a script changes ' +
    'again and again during a minute.',
  category: 'time-and-media',
  successCriteria: ['2.2.2'],
  actRules: ['efbfc7'],
  impact: 'moderate',
  needs: 'time',
  kinds: ['review'],
  assumptions:
    'Motion that shows that something loads, and clocks, are essential. Small motion of anything but text is not tested. A control named like ' +
    '"Pause" stops what is near it, or all motion if nothing near it moves.',
  remedy: 'Let the motion end within five seconds, or show a control that pauses it.',
  question: 'Can users pause, stop or hide this motion, or is it essential?',
};
