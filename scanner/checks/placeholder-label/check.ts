import { type Check, fail, pass } from '../check.ts';
import type { PageElement, PageNode } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  findAround,
  hasVisibleText,
  indexIds,
  listNodesAfter,
  listNodesBefore,
  listTextFields,
  readIds,
  readInputType,
  readVisibleText,
} from '../in-page/fields.ts';
import { isElement } from '../in-page/nodes.ts';

/** Number of elements around a field in which a text in front of it is its label. */
const LEVELS = 3;
/** Maximum number of labels of a field that are read. */
const LABELS_MAX = 3;
const owners: ReadonlySet<string> = new Set(['form']);
const containers: ReadonlySet<string> = new Set(['form', 'fieldset', 'main', 'body']);
/** Words of fields for search, whose button says what they are. */
const SEARCH = /search|such|recherch|busca|buscar|cerca|zoek|sök|søg|szuk|hled|query|filter|^q$/i;

/** Tests the fields whose placeholder has text. */
export const check: Check = function* (page) {
  const all = listTextFields(page);
  const fields = all.filter((field) => (field.attr('placeholder') ?? '').trim() !== '');
  const fieldsByOwner = Map.groupBy(all, (field) => findAround(field, owners));
  const isAlone = (field: PageElement) => {
    const owner = findAround(field, owners);
    return owner !== null && fieldsByOwner.get(owner)?.length === 1;
  };
  const tested = fields.filter((field) => !isSearch(page, field) && !isAlone(field));
  if (tested.length === 0) return;
  const byId = indexIds(page);
  const aroundFields = listAroundFields(page);
  const labels = Map.groupBy(
    page.byTag('label').filter((label) => label.hasAttr('for')),
    (label) => label.attr('for'),
  );
  for (const field of tested) {
    const named = [
      ...(labels.get(field.attr('id')) ?? []).slice(0, LABELS_MAX),
      ...readIds(field, 'aria-labelledby').flatMap((id) => byId.get(id) ?? []),
    ];
    const hasLabel =
      named.some((label) => readVisibleText(page, label) !== '') || hasTextBeside(page, field, aroundFields);
    if (hasLabel) yield pass();
    else
      yield fail(field, 'Only the placeholder shows what to type, and it disappears.', {
        placeholder: field.attr('placeholder'),
      });
  }
};

function isSearch(page: CheckedPage, field: PageElement): boolean {
  const texts = ['name', 'id', 'placeholder', 'class'].map((name) => field.attr(name) ?? '');
  return (
    readInputType(field) === 'search' ||
    texts.some((text) => SEARCH.test(text)) ||
    ['searchbox', 'combobox'].includes(page.role(field) ?? '') ||
    SEARCH.test(page.name(field))
  );
}

/**
 * True if there is a visible text in front of the field, or in a label around it.
 * @param aroundFields elements that contain fields
 */
function hasTextBeside(page: CheckedPage, field: PageElement, aroundFields: ReadonlySet<PageNode>): boolean {
  let at = field;
  for (let level = 0; level < LEVELS; level += 1) {
    const parent = at.parent as PageElement | null;
    const before = listNodesBefore(page, at);
    // In a container of many fields, only the text directly in front of a field is its label.
    if (parent === null || containers.has(parent.props.nodeName)) {
      const last = before.find((node) => (isElement(node) ? node.props.nodeName !== 'br' : !isBlank(node)));
      return last !== undefined && !aroundFields.has(last) && hasVisibleText(page, last);
    }
    const beside = parent.props.nodeName === 'label' ? [...before, ...listNodesAfter(page, at)] : before;
    if (beside.some((node) => hasVisibleText(page, node))) return true;
    at = parent;
  }
  return false;
}

/** Returns the elements that contain fields, whose texts are those of these fields. */
function listAroundFields(page: CheckedPage): ReadonlySet<PageNode> {
  const around = new Set<PageNode>();
  for (const field of page.byTag('input', 'select', 'textarea')) {
    let up = field.parent as PageElement | null;
    for (; up !== null && !around.has(up); up = up.parent as PageElement | null) around.add(up);
  }
  return around;
}

function isBlank({ props }: PageNode): boolean {
  return !/\S/.test(props.nodeValue ?? '');
}
