import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import {
  containsField,
  indexIds,
  labelable,
  listNodesAfter,
  readIds,
  readInputType,
  readVisibleText,
} from '../in-page/fields.ts';
import { isElement, isText } from '../in-page/nodes.ts';

/** Tests the labels with text. */
export const check: Check = function* (page) {
  const labels = page
    .byTag('label')
    .filter((label) => page.isVisible(label) && readVisibleText(page, label) !== '');
  if (labels.length === 0) return;
  const byId = indexIds(page);
  const named = new Set(
    page.byAttribute('aria-labelledby').flatMap((element) => readIds(element, 'aria-labelledby')),
  );
  for (const label of labels) {
    const id = (label.attr('for') ?? '').trim();
    // What a script may have put elsewhere, or another attribute names, is not missing.
    if (named.has(label.attr('id') ?? '') || containsField(label)) continue;
    if (id === '') {
      const field = findFieldBehind(page, label);
      if (field !== null)
        yield fail(label, 'The label does not belong to the field behind it, which has no name.');
    } else {
      const target = byId.get(id);
      if (target === undefined && !isPrepared(page, label)) {
        yield fail(label, 'No element has the id in the attribute for.', { for: id });
      } else if (target !== undefined && isLabelable(target)) yield pass();
    }
  }
};

/** True if an empty element follows, into which a script may put the field. */
function isPrepared(page: CheckedPage, label: PageElement): boolean {
  const next = listNodesAfter(page, label).find(isElement);
  return (
    next?.props.nodeName === 'div' &&
    next.children.every(({ props }) => !/\S/.test(props.nodeValue ?? '') && props.nodeType !== 1)
  );
}

function isLabelable({ props }: PageElement): boolean {
  return labelable.has(props.nodeName) || props.nodeName.includes('-');
}

/** Returns the field without a name directly behind a label, or null. */
function findFieldBehind(page: CheckedPage, label: PageElement): PageElement | null {
  const next = listNodesAfter(page, label).find((node) =>
    isText(node) ? /\S/.test(node.props.nodeValue ?? '') : isElement(node),
  );
  if (next === undefined || !isElement(next)) return null;
  const { nodeName } = next.props;
  const isField =
    ['select', 'textarea'].includes(nodeName) ||
    (nodeName === 'input' && !['hidden', 'submit', 'button', 'reset', 'image'].includes(readInputType(next)));
  return isField && page.isVisible(next) && page.name(next) === '' ? next : null;
}
