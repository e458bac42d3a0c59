import type { CheckFix, CheckFixes } from './check-measurement.ts';

/** Returns the fix for spacing that a style attribute sets with `!important`; the values are in em. */
function createSpacingFix(property: string): CheckFix {
  return (measured) => {
    const least = measured.number('minValue', 3);
    const is = measured.number('value', 3);
    const numbers = least && is ? `: it is ${is}em, needs ${least}em` : '';
    return `remove !important from ${property} in the style attribute, or raise it${numbers}`;
  };
}

/** Fixes of the checks of keyboard, pointer, zoom, time and media. */
export const operationFixes: CheckFixes = {
  accesskeys: () => 'give its accesskey to no other element, or remove it',
  'autocomplete-appropriate': () => 'use a value of autocomplete that suits the type of the field',
  'autocomplete-valid': () =>
    'use a value of autocomplete that the HTML standard knows, for example name or email',
  caption: () => 'check that there are captions: a track element of kind captions',
  'css-orientation-lock': () => 'remove the style that locks the page to one orientation',
  exists: () => 'check it manually: a server-side image map cannot be used with the keyboard',
  'focusable-content': () => 'put a focusable element into it',
  'focusable-disabled': () =>
    'disable or remove the focusable elements in it, or do not hide it with aria-hidden',
  'focusable-element': () => 'make it focusable with tabindex="0"',
  'focusable-modal-open': () => 'check that it cannot be focused while the dialog is open',
  'focusable-not-tabbable': () =>
    'take the focusable elements in it out of the tab order, or do not hide it with aria-hidden',
  'frame-focusable-content': () => 'remove tabindex="-1" from the frame, because its content is focusable',
  'frame-tested': () => 'scan the page in the frame separately: it could not be scanned here',
  'hidden-content': () => 'check the hidden content manually: it was not tested',
  'help-same-as-label': () => 'use a help text that differs from the label',
  'important-letter-spacing': createSpacingFix('letter-spacing'),
  'important-line-height': createSpacingFix('line-height'),
  'important-word-spacing': createSpacingFix('word-spacing'),
  'is-on-screen': () => 'replace it by content that does not move',
  'meta-refresh': (measured) => formatDelay('remove the timed refresh', measured.word('redirectDelay')),
  'meta-refresh-no-exceptions': (measured) =>
    formatDelay('remove the timed refresh', measured.word('redirectDelay')),
  'meta-viewport': (measured) => {
    const found = measured.setting('value');
    // axe names the first limit only, and there may be a second.
    return `remove ${found ? `${found}, and any other limit of zoom,` : formatLimit(undefined)} from the viewport`;
  },
  'meta-viewport-large': (measured) =>
    `remove ${formatLimit(measured.setting('value'))} from the viewport, or allow at least 5`,
  'no-autoplay-audio': () => 'do not start the sound automatically, or add controls that stop it',
  'no-focusable-content': ({ key }) =>
    key === 'notHidden'
      ? 'move the focusable elements out of the control: tabindex="-1" does not hide them'
      : 'move the links, buttons or fields inside it out of it',
  'skip-link': () =>
    'make the skip link lead to an element that exists on the page and is visible when the link is used',
  tabindex: () => 'use tabindex="0" or none, and put the element at its position in the tab order',
  'target-offset': (measured) => {
    const is = measured.number('closestOffset', 1);
    const needed = measured.number('minOffset', 1);
    if (measured.key === 'tooManyRects' || is === undefined || needed === undefined) {
      return 'check that there is enough space around it';
    }
    return `leave more space around it (a circle of ${is}px is free, needs ${needed}px)`;
  },
  'target-size': (measured) => {
    const [width, height, least] = ['width', 'height', 'minSize'].map((member) => measured.number(member, 1));
    if (width === undefined || height === undefined || least === undefined) {
      return 'check that the target is large enough, 24 by 24px';
    }
    const covered = measured.key.startsWith('partiallyObscured') ? ' where nothing covers it' : '';
    return `make it larger (${width} by ${height}px${covered}, needs ${least} by ${least}px)`;
  },
};

function formatDelay(what: string, seconds: string | undefined): string {
  return seconds === undefined ? what : `${what} after ${seconds} seconds`;
}

function formatLimit(setting: string | undefined): string {
  return setting ?? 'user-scalable and maximum-scale';
}
