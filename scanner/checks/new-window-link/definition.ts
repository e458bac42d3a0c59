import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-new-window-link',
  version: 3,
  help: 'Links that open a new window must say so',
  description:
    'Tests links that open in a new window or tab: their text, or the text beside them, must announce it. ' +
    'Asks once a page, at the first link without an announcement.',
  category: 'sensory-and-visual-cues',
  successCriteria: [],
  actRules: [],
  impact: 'moderate',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'The announcement uses one of the phrases that the check knows in the language of the page. Pages in ' +
    'other languages are not tested.',
  remedy: 'Remove the target, or add text such as "(opens in new tab)" to the link.',
  question: 'Do users expect a new window here, or is it announced in another way?',
};
