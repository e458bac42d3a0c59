import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-hover-content',
  version: 3,
  help: 'Content that appears under the pointer must stay, let users point at it, and close on Escape',
  description:
    'Moves the pointer onto elements that may show content by that, such as tooltips and menus. Reports content that ' +
    'vanishes when the pointer moves onto it, vanishes by itself within five seconds, or covers other content ' +
    'and does not close on Escape.',
  category: 'sensory-and-visual-cues',
  successCriteria: ['1.4.13'],
  actRules: [],
  impact: 'serious',
  needs: 'keyboard',
  kinds: ['violation', 'review'],
  assumptions:
    'Style sheets of the page, listeners of the element itself or attributes of tooltips show that content may ' +
    'appear. Content that appears later than 0.6 seconds, or that must be loaded first, is not seen.',
  remedy:
    'Keep the content while the pointer is on it or on its way to it: put it inside the element, without a gap. ' +
    'Close it on Escape, and otherwise only when the pointer or the focus leaves.',
  question: 'Can users read this content at any zoom level, and close it without moving the pointer?',
};
