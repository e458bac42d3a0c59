import type { Dom, DomWorld } from './dom.ts';

declare const document: object;

/**
 * Runs in the page, after `createDom`: returns the modal dialog behind which a part of the page is hidden from users
 * and thus from the rules; null without one.
 */
export function findModalDialog(): object | null {
  const minimum = { /** Letters and digits of content behind a dialog that people see. */ letters: 50 };
  const dom = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { all, attribute, hasAttribute, hasBox, isBoxless, allBelow, parentNode, shadowRoot } = dom;
  const { isShadowRoot, host, firstChild, nextSibling, isElement, isText, localName, data } = dom;
  const isShown = (element: object) => hasBox(element, { visibilityProperty: true, opacityProperty: true });
  const silent = new Set(['script', 'style', 'noscript', 'template']);
  /** Returns the number of letters and digits that show in an element, also in shadow roots. */
  function count(element: object): number {
    let letters = 0;
    // Pages can be nested very deeply, so nothing calls itself.
    const open: (object | null)[] = [firstChild(element)];
    const inner = shadowRoot(element);
    if (inner !== null) open.push(firstChild(inner));
    while (open.length > 0) {
      const node = open.pop() ?? null;
      if (node === null) continue;
      open.push(nextSibling(node));
      if (isText(node)) letters += (data(node).match(/[\p{L}\p{N}]/gu) ?? []).length;
      if (!isElement(node) || silent.has(localName(node)) || !(isShown(node) || isBoxless(node))) continue;
      const root = shadowRoot(node);
      open.push(firstChild(node), root === null ? null : firstChild(root));
    }
    return letters;
  }
  const [body] = all(document, 'body');
  if (body === undefined) return null;
  const roots = [document, ...[...allBelow(body, '*')].flatMap((element) => shadowRoot(element) ?? [])];
  // Within other shadow roots, too: the list grows.
  for (let index = 1; index < roots.length; index += 1) {
    for (const element of all(roots[index] as object, '*')) {
      const inner = shadowRoot(element);
      if (inner !== null) roots.push(inner);
    }
  }
  const find = (selector: string) =>
    roots
      .flatMap((root) => [...all(root, selector)])
      .filter(isShown)
      .at(-1);
  const native = find('dialog:modal');
  if (native !== undefined) return count(body) - count(native) >= minimum.letters ? native : null;
  const modal = find('[aria-modal="true"]');
  if (modal === undefined) return null;
  const around = new Set<object>();
  for (let up: object | null = modal; up !== null; up = isShadowRoot(up) ? host(up) : parentNode(up))
    around.add(up);
  const isHidden = (element: object) =>
    attribute(element, 'aria-hidden') === 'true' || hasAttribute(element, 'inert');
  const behind = [...allBelow(body, '[aria-hidden="true"], [inert]')].filter(
    (element) => !around.has(element) && isHidden(element) && isShown(element),
  );
  return behind.some((element) => count(element) >= minimum.letters) ? modal : null;
}
