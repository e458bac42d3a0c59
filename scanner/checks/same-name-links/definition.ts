import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-same-name-links',
  version: 5,
  help: 'Links with the same name in the same context must lead to the same content',
  description:
    'Tests links that have the same accessible name and description in the same paragraph, list item, table cell or ' +
    'block. If their ' +
    'addresses differ in folder or parameters, or in the receiver of mail or calls, users may not be able to distinguish them. ' +
    'Asks once a page if one of them has no address, because a script leads somewhere, unless its onclick attribute says where.',
  category: 'semantics',
  successCriteria: ['2.4.4'],
  actRules: ['fd3a94'],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'Addresses on one host that differ in folder or parameters can have different content. Links to different hosts, ' +
    'and links to different files of one folder, are not compared: they often lead to copies.',
  remedy: 'Say in the name of each link where it leads, for example "Contact us by phone".',
  question: 'Do these links with the same name and the same context lead to different content?',
};
