import { type Check, fail, pass } from '../check.ts';
import { axe, type PageElement } from '../in-page/axe.ts';
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
  caption: 'caption',
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
/** Roles that hide the roles of what is within: https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational. */
const closedRoles: ReadonlySet<string> = new Set(
  (
    'button checkbox image img math menuitemcheckbox menuitemradio meter option progressbar radio scrollbar ' +
    'separator slider switch tab'
  ).split(' '),
);
/** Elements with one of these roles, and labels, which users hear as the name of a field. */
const closedTags: ReadonlySet<string> = new Set('button label meter option progress summary'.split(' '));
/** Attributes that do not bring back the role of an element whose role was removed. */
const ignored: ReadonlySet<string> = new Set([...names, ...others, 'aria-hidden']);

/** Tests elements that have one of the attributes. */
export const check: Check = function* (page) {
  const elements = new Set([...names, ...others].flatMap((name) => page.byAttribute(name)));
  if (elements.size === 0) return;
  const withText = listElementsWithText(page);
  const hidden = listElementsWithin(page, isClosed);
  for (const element of elements) {
    if (!page.isExposed(element)) continue;
    const role = hidden.has(element) ? null : readRole(page, element);
    const prohibited = role === null ? [] : listProhibited(element, role, withText.has(element));
    if (prohibited.length === 0) yield pass();
    else
      yield fail(element, `The role ${role} does not allow ${prohibited.join(', ')}.`, {
        role,
        attributes: prohibited,
      });
  }
};

/** True if assistive technology perceives no elements within an element, only their names as a part of its name. */
function isClosed(element: PageElement): boolean {
  const role = readExplicitRole(element);
  return role === '' ? closedTags.has(element.props.nodeName) : closedRoles.has(role);
}

/** Returns the first known role of the attribute; empty without one. */
function readExplicitRole(element: PageElement): string {
  const roles = (element.attr('role') ?? '').trim().toLowerCase().split(/\s+/);
  const isKnown = (role: string) => namelessRoles.has(role) || closedRoles.has(role);
  return roles.find((role) => isKnown(role) || axe.commons.aria.isValidRole(role)) ?? '';
}

/** Returns the role that prohibits names; null if the role is another or unknown. */
function readRole(page: CheckedPage, element: PageElement): string | null {
  const explicit = readExplicitRole(element);
  if (explicit === 'none' || explicit === 'presentation') {
    const hasConflict = element.attrNames.some((name) => name.startsWith('aria-') && !ignored.has(name));
    return hasConflict || page.isFocusable(element) ? null : explicit;
  }
  if (explicit !== '') return namelessRoles.has(explicit) ? explicit : null;
  const role = rolesOfTags[element.props.nodeName] ?? null;
  // What pops up is a group unless it has another role.
  if (element.hasAttr('popover')) return null;
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
