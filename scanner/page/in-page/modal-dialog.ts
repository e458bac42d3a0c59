import type { Dom, DomWorld } from './dom.ts';

declare const document: object;
declare const HTMLElement: { prototype: object };

/**
 * Runs in the page, after `createDom`: returns the modal dialog behind which a part of the page is hidden from users
 * and thus from the rules; null without one.
 */
export function findModalDialog(): object | null {
  const minimum = { /** Letters and digits of content behind a dialog that people see. */ letters: 50 };
  const { all, attribute, hasAttribute, hasBox, allBelow, parentNode } = (globalThis as unknown as DomWorld)
    .a11yDom as Dom;
  const { get: getText } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText') as {
    get: (this: object) => string;
  };
  const isShown = (element: object) => hasBox(element, { visibilityProperty: true, opacityProperty: true });
  const count = (element: object) => (getText.call(element).match(/[\p{L}\p{N}]/gu) ?? []).length;
  const [body] = all(document, 'body');
  if (body === undefined) return null;
  const native = [...all(document, 'dialog:modal')].filter(isShown).at(-1);
  if (native !== undefined) return count(body) - count(native) >= minimum.letters ? native : null;
  const modal = [...all(document, '[aria-modal="true"]')].filter(isShown).at(-1);
  if (modal === undefined) return null;
  const around = new Set<object>();
  for (let up: object | null = modal; up !== null; up = parentNode(up)) around.add(up);
  const isHidden = (element: object) =>
    attribute(element, 'aria-hidden') === 'true' || hasAttribute(element, 'inert');
  const behind = [...allBelow(body, '[aria-hidden="true"], [inert]')].filter(
    (element) => !around.has(element) && isHidden(element) && isShown(element),
  );
  return behind.some(
    (element) => element instanceof (HTMLElement as never) && count(element) >= minimum.letters,
  )
    ? modal
    : null;
}
