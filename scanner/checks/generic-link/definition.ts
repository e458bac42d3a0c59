import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-link',
  version: 1,
  help: 'Links must say where they lead, alone or with the text around them',
  description:
    'Tests links with a name such as "click here" or "more": their sentence, list item, table cell, description or ' +
    'the heading of their card must say where they lead. Code, and a word such as "go" that also ends the address, are ' +
    'names.',
  category: 'semantics',
  successCriteria: ['2.4.4'],
  actRules: ['5effbb'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['violation', 'review'],
  assumptions:
    'The name uses one of the phrases that the check knows in the language of the page. Pages in other languages are ' +
    'not tested.',
  remedy: 'Say in the text of the link where it leads, for example "Read more about trees".',
  question: 'Can users determine from the link or the text around it where it leads?',
};
