import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askReview, type Check, pass } from '../check.ts';

const QUESTION = 'Can users do the same with controls, and turn the reaction to motion off?';
const motionEvents: ReadonlySet<string> = new Set([
  'devicemotion',
  'deviceorientation',
  'deviceorientationabsolute',
]);
/** Words of names of controls that turn the reaction off, in several languages. */
const motionWords = [
  'motion',
  'tilt',
  'shak',
  'sensor',
  'bewegung',
  'neig',
  'mouvement',
  'movimiento',
  'moviment',
];

/** Tests the document if a script listens to motion. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const listeners = page.documentListeners().filter(isMotionListener);
  if (listeners.length === 0) return;
  const controls = [...page.byTag('button', 'input', 'select', 'a'), ...page.byAttribute('role')];
  const canTurnOff = controls.some((control) => {
    const name = page.name(control).toLowerCase();
    return page.isFocusable(control) && motionWords.some((word) => name.includes(word));
  });
  if (canTurnOff) yield pass(page.root);
  else
    yield askReview(page.root, QUESTION, { events: [...new Set(listeners.map(({ type }) => type))].sort() });
};

/** True if the listener may change the page: it calls a function, or assigns a member. */
function isMotionListener({ type, source }: ListenerFact): boolean {
  if (!motionEvents.has(type)) return false;
  const body = source.slice(source.search(/=>|\{/));
  return body.includes('native code') || /[\w\])]\s?\(|\.\w+\s?=[^=]/.test(body);
}
