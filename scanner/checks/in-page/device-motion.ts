import type { ListenerFact } from '../../page/in-page/listeners.ts';
import type { CheckedPage } from './checked-page.ts';

const motionEvents: ReadonlySet<string> = new Set([
  'devicemotion',
  'deviceorientation',
  'deviceorientationabsolute',
]);

/** Returns the listeners of motion of the device that may change the page. */
export function listMotionListeners(page: CheckedPage): ListenerFact[] {
  return page.documentListeners().filter(isMotionListener);
}

/** True if the listener may change the page: it calls a function, or assigns a member or a variable from outside it. */
function isMotionListener({ type, source }: ListenerFact): boolean {
  if (!motionEvents.has(type)) return false;
  const body = source.slice(source.search(/=>|\{/));
  if (body.includes('native code') || /[\w\])]\s?\(|\.\w+\s?=[^=]/.test(body)) return true;
  const withoutOwn = body.replace(/\b(?:const|let|var)\b[^;\n]*/g, '');
  return /(?:^|[^.\w])\w+\s?[-+*/]?=[^=>]/.test(withoutOwn);
}
