import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-paste-blocked',
  version: 2,
  help: 'Users must be able to paste into fields of a sign-in',
  description:
    'Tests fields for passwords, user names and codes whose listeners prevent that users paste into them.',
  category: 'forms',
  successCriteria: ['3.3.8'],
  actRules: [],
  impact: 'serious',
  needs: 'listeners',
  kinds: ['review'],
  assumptions: 'A listener of paste that prevents the default does not insert the text itself.',
  remedy:
    'Remove the listener that prevents pasting, so that users do not need to remember or copy the text.',
  question:
    'Can users sign in without remembering or copying text, for example by pasting it or with a link?',
};
