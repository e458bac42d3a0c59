import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-generic-link-text',
  version: 1,
  help: 'Links must say by their text alone where they lead',
  description:
    'Tests whether the name of a link is a phrase such as "click here" or "more". Code, and a word such as "go" that ' +
    'also ends the address, are names.',
  category: 'semantics',
  successCriteria: ['2.4.9'],
  actRules: ['aizyf1'],
  impact: 'minor',
  needs: 'dom',
  kinds: ['violation'],
  assumptions:
    'No control of the page changes the texts of its links. The name uses one of the phrases that the check knows in ' +
    'the language of the page.',
  remedy: 'Say in the text of the link where it leads, for example "Read more about trees".',
  question: null,
};
