import { askReview, type Check, pass } from '../check.ts';
import { listMotionListeners } from '../in-page/device-motion.ts';

const QUESTION = 'Can users turn the reaction to motion off?';
/** Words of names of controls that turn the reaction off, in several languages. */
const motionWords = [
  'motion',
  'movement',
  'gyro',
  'accelerom',
  'device orientation',
  'gesture',
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
  const listeners = listMotionListeners(page);
  if (listeners.length === 0) return;
  const controls = [...page.byTag('button', 'input', 'select', 'a'), ...page.byAttribute('role')];
  const canTurnOff = controls.some((control) => {
    const name = page.name(control).toLowerCase();
    return page.isFocusable(control) && motionWords.some((word) => name.includes(word));
  });
  if (canTurnOff) yield pass();
  else
    yield askReview(page.root, QUESTION, { events: [...new Set(listeners.map(({ type }) => type))].sort() });
};
