import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin, listElementsWithText } from '../in-page/checked-page.ts';

/** Attributes that axe-core tests on elements without text. */
const names = ['aria-label', 'aria-labelledby'];
/** Attributes of https://www.w3.org/TR/wai-aria-1.3/ that the same roles prohibit. axe-core does not test them. */
const others = ['aria-braillelabel', 'aria-roledescription', 'aria-brailleroledescription'];

/** Roles that prohibit names: https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited. */
const namelessRoles: ReadonlySet<string> = new Set(
  (
    'caption code deletion emphasis generic insertion none paragraph presentation strong subscript ' +
    'suggestion superscript'
  ).split(' '),
);
/** Of these, the only roles that also prohibit descriptions of the role. */
const plainRoles: ReadonlySet<string> = new Set(['generic', 'none', 'presentation']);
/** Elements with one of these roles; `a` only without an address. */
const rolesOfTags: Readonly<Record<string, string>> = {
  a: 'generic',
  b: 'generic',
  bdi: 'generic',
  bdo: 'generic',
  code: 'code',
  data: 'generic',
  del: 'deletion',
  div: 'generic',
  em: 'emphasis',
  i: 'generic',
  ins: 'insertion',
  p: 'paragraph',
  pre: 'generic',
  q: 'generic',
  s: 'deletion',
  samp: 'generic',
  small: 'generic',
  span: 'generic',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  u: 'generic',
};
const controlTags: ReadonlySet<string> = new Set(['a', 'button', 'summary', 'label', 'option']);
/** Attributes that do not bring back the role of an element whose role was removed. */
const ignored: ReadonlySet<string> = new Set([...names, ...others, 'aria-hidden']);

/** Tests elements that have one of the attributes. */
export const check: Check = function* (page) {
  const elements = new Set([...names, ...others].flatMap((name) => page.byAttribute(name)));
  if (elements.size === 0) return;
  const withText = listElementsWithText(page);
  const controls = listElementsWithin(page, isControl);
  for (const element of elements) {
    if (!page.isExposed(element)) continue;
    const role = controls.has(element) ? null : readRole(page, element);
    const prohibited = role === null ? [] : listProhibited(element, role, withText.has(element));
    if (prohibited.length === 0) yield pass();
    else
      yield fail(element, `The role ${role} does not allow ${prohibited.join(', ')}.`, {
        role,
        attributes: prohibited,
      });
  }
};

/** True for controls: the names of the elements within them become a part of their name. */
function isControl(element: PageElement): boolean {
  return (
    controlTags.has(element.props.nodeName) ||
    /\b(?:button|link|option|tab|menuitem\w*)\b/.test(element.attr('role') ?? '')
  );
}

/** Returns the role that prohibits names; null if the role is another or unknown. */
function readRole(page: CheckedPage, element: PageElement): string | null {
  const [explicit = ''] = (element.attr('role') ?? '').trim().toLowerCase().split(/\s+/);
  if (explicit === 'none' || explicit === 'presentation') {
    const hasConflict = element.attrNames.some((name) => name.startsWith('aria-') && !ignored.has(name));
    return hasConflict || page.isFocusable(element) ? null : explicit;
  }
  if (explicit !== '') return namelessRoles.has(explicit) ? explicit : null;
  const role = rolesOfTags[element.props.nodeName] ?? null;
  return element.props.nodeName === 'a' && element.hasAttr('href') ? null : role;
}

function listProhibited(element: PageElement, role: string, hasText: boolean): string[] {
  const has = (name: string) => (element.attr(name) ?? '').trim() !== '';
  const found = [
    ...others.filter((name) => name === 'aria-braillelabel' || plainRoles.has(role)).filter(has),
    ...names.filter(has),
  ];
  const isOfAxe = found.every((name) => names.includes(name)) && !hasText;
  return isOfAxe ? [] : found;
}
