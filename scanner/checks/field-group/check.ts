import { askOnce, askReview, type Check, type CheckResult, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  containsField,
  findAround,
  LEVELS_MAX,
  listNodesBefore,
  readIds,
  readInputType,
  readVisibleText,
} from '../in-page/fields.ts';
import { isElement } from '../in-page/nodes.ts';

const QUESTION = 'Do users need a name of the group, or the text in front of it, to understand the options?';
/** Maximum length of a text that is the name of a group. */
const NAME_MAX = 200;
/** Maximum number of fields of a group whose ancestors are compared. */
const FIELDS_MAX = 30;
/** Number of elements around the fields in which the text in front of them is looked for. */
const LEVELS = 2;
const groupRoles: ReadonlySet<string> = new Set([
  'group',
  'radiogroup',
  'table',
  'grid',
  'menu',
  'listbox',
  'tree',
]);
const owners: ReadonlySet<string> = new Set(['form', 'body', 'html']);
/** Elements that contain more than a group; then its first field stands for it. */
const pages: ReadonlySet<string> = new Set(['form', 'main', 'body', 'html', 'tr', 'tbody', 'table']);
/** Elements whose text is theirs, and not that of fields behind them. */
const otherControls: ReadonlySet<string> = new Set(['a', 'button', 'summary']);
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Tests the groups of at least two fields, and asks once about check boxes of different names below one text. */
export const check: Check = function* (page) {
  const choices = page
    .byTag('input')
    .filter((input) => ['radio', 'checkbox'].includes(readInputType(input)) && isShown(page, input));
  const fields = choices.filter((input) => (input.attr('name') ?? '') !== '');
  const counts = countFieldsWithin(page);
  const tested = new Set<PageElement>();
  const byOwner = Map.groupBy(fields, (field) => findAround(field, owners));
  for (const ofOwner of byOwner.values()) {
    const groups = Map.groupBy(ofOwner, (field) => `${readInputType(field)} ${field.attr('name')}`);
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      for (const field of group) tested.add(field);
      const result = testGroup(page, group, counts);
      if (result !== null) yield result;
    }
  }
  yield* askOnce(
    listMixedGroups(
      page,
      choices.filter((field) => readInputType(field) === 'checkbox' && !tested.has(field)),
      counts,
    ),
    QUESTION,
  );
};

/** Returns the elements around check boxes of different names that have a text in front of them, but no group. */
function listMixedGroups(
  page: CheckedPage,
  boxes: readonly PageElement[],
  counts: ReadonlyMap<PageElement, number>,
): { element: PageElement; data: { text: string; fields: number } }[] {
  const found: ReturnType<typeof listMixedGroups> = [];
  for (const [container, group] of Map.groupBy(boxes, (box) => findOuter(box, counts))) {
    const [first] = group;
    if (first === undefined || container === null || group.length < 2 || group.every(namesMore)) continue;
    let up: PageElement | null = container;
    let isGroup = false;
    for (let level = 0; up !== null && level < LEVELS_MAX && !isGroup; level += 1) {
      isGroup = groupRoles.has(page.role(up) ?? '');
      up = up.parent as PageElement | null;
    }
    const text = isGroup ? null : findTextBefore(page, container, first);
    if (text === null) continue;
    const element = pages.has(container.props.nodeName) ? first : container;
    found.push({ element, data: { text: text.text, fields: group.length } });
  }
  return found;
}

/** Returns the element around a field and what contains only this field, such as its label or its list item. */
function findOuter(field: PageElement, counts: ReadonlyMap<PageElement, number>): PageElement | null {
  let up = field.parent as PageElement | null;
  while (up !== null && counts.get(up) === 1) up = up.parent as PageElement | null;
  return up;
}

/** Styled fields are often invisible themselves, within a visible label. */
function isShown(page: CheckedPage, field: PageElement): boolean {
  const { parent } = field;
  const isLabeled = parent !== null && parent.props.nodeName === 'label';
  return page.isVisible(field) || (isLabeled && page.isVisible(parent as PageElement));
}

/** Returns the result of a group; null for check boxes that nothing is in front of. */
function testGroup(
  page: CheckedPage,
  group: readonly PageElement[],
  counts: ReadonlyMap<PageElement, number>,
): CheckResult | null {
  const [first] = group;
  const container = findContainer(group);
  if (first === undefined || container === null) return null;
  let unnamed: PageElement | null = null;
  let up: PageElement | null = container;
  for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
    const role = page.role(up);
    if (role === 'group' || role === 'radiogroup' || role === 'table' || role === 'grid') {
      if (role === 'table' || role === 'grid' || page.name(up) !== '') return pass();
      // One with other fields too, such as that which disables all of them, is not the group.
      const others = (counts.get(up) ?? 0) - group.length;
      if (others === 0 && hasSummary(page, up)) return pass();
      // The last choice often has a field for another answer.
      const isOwn = others === 0 || (others === 1 && up === container);
      if (role === 'radiogroup' || (isOwn && up.props.nodeName !== 'details')) unnamed ??= up;
    }
    up = up.parent as PageElement | null;
  }
  if (group.every(namesMore)) return pass();
  const isRadio = readInputType(first) === 'radio';
  if (unnamed !== null) return fail(unnamed, 'The group of fields has no name.', { fields: group.length });
  const element = pages.has(container.props.nodeName) ? first : container;
  const found = findTextBefore(page, container, first);
  if (found === null)
    return isRadio ? askReview(element, QUESTION, { text: null, fields: group.length }) : null;
  const data = { text: found.text, fields: group.length };
  return isRadio && !found.isHeading
    ? fail(element, 'The text in front of the fields is not the name of a group.', data)
    : askReview(element, QUESTION, data);
}

/** Returns how many visible fields the elements contain that are near around them. */
function countFieldsWithin(page: CheckedPage): ReadonlyMap<PageElement, number> {
  const counts = new Map<PageElement, number>();
  for (const field of page.byTag('input', 'select', 'textarea')) {
    if (!isShown(page, field)) continue;
    let up = field.parent as PageElement | null;
    for (let level = 0; up !== null && level < LEVELS_MAX; level += 1) {
      counts.set(up, (counts.get(up) ?? 0) + 1);
      up = up.parent as PageElement | null;
    }
  }
  return counts;
}

/** True for an element that a visible text opens: it stands in front of the fields as a name does. */
function hasSummary(page: CheckedPage, { props, children }: PageElement): boolean {
  const summary = children.find((child) => child.props.nodeName === 'summary');
  return (
    props.nodeName === 'details' &&
    summary !== undefined &&
    readVisibleText(page, summary as PageElement) !== ''
  );
}

/** True if the name or description of a field has further parts, which may repeat the name of the group. */
function namesMore(field: PageElement): boolean {
  return (
    readIds(field, 'aria-labelledby').length > 1 ||
    field.hasAttr('aria-describedby') ||
    field.hasAttr('aria-label')
  );
}

/** Returns the nearest element that contains all fields of a group; null if it is far away. */
function findContainer(group: readonly PageElement[]): PageElement | null {
  let common: PageElement[] | null = null;
  for (const field of group.slice(0, FIELDS_MAX)) {
    const around: PageElement[] = [];
    let up = field.parent as PageElement | null;
    while (up !== null && around.length < LEVELS_MAX) {
      around.push(up);
      up = up.parent as PageElement | null;
    }
    const own = new Set(around);
    common = common === null ? around : common.filter((element) => own.has(element));
  }
  return common?.[0] ?? null;
}

/** Returns the text in front of the first field within the container or beside it, or null. */
function findTextBefore(
  page: CheckedPage,
  container: PageElement,
  first: PageElement,
): { text: string; isHeading: boolean } | null {
  let at = first;
  while (at.parent !== null && at.parent !== container) at = at.parent as PageElement;
  for (let level = 0; level <= LEVELS; level += 1) {
    for (const node of listNodesBefore(page, at)) {
      if (!isElement(node)) {
        const text = (node.props.nodeValue ?? '').trim();
        if (node.props.nodeType === 3 && text !== '')
          return text.length > NAME_MAX ? null : { text, isHeading: false };
        continue;
      }
      if (
        node.props.nodeName === 'br' ||
        (node.props.nodeName === 'input' && readInputType(node) === 'hidden')
      )
        continue;
      const text = readVisibleText(page, node);
      if (containsField(node) || isLabelOf(node, first) || otherControls.has(node.props.nodeName))
        return null;
      if (text !== '') {
        const isHeading = headings.has(node.props.nodeName);
        return text.length > NAME_MAX ? null : { text, isHeading };
      }
    }
    if (at.parent === null || owners.has(at.parent.props.nodeName)) return null;
    at = at.parent as PageElement;
  }
  return null;
}

function isLabelOf(node: PageElement, field: PageElement): boolean {
  return node.props.nodeName === 'label' && node.hasAttr('for') && node.attr('for') === field.attr('id');
}
