import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-fake-list',
  version: 3,
  help: 'Lists must be list elements',
  description:
    'Tests whether at least three lines that follow each other begin with a bullet, a hyphen or the next ' +
    'number, and are not a list.',
  category: 'structure',
  successCriteria: ['1.3.1'],
  actRules: [],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions: 'Lines that begin with the same bullet, or with numbers in order, are items of a list.',
  remedy: 'Use ul or ol with an li for each item.',
  question: 'Are these lines a list, or for example a dialog or a calculation?',
};
