import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Elements that are no content if they contain none. */
const wrappers: ReadonlySet<string> = new Set('br span b strong i em u font small'.split(' '));
/** Attributes that do not suggest that a script fills the paragraph. */
const harmless: ReadonlySet<string> = new Set(['style', 'align', 'dir']);

/** Roles of elements whose content users or scripts change. */
const changingRoles: ReadonlySet<string> = new Set(['textbox', 'status', 'alert', 'log']);

/** Tests paragraphs that are rendered, except in editors and in regions that announce changes. */
export const check: Check = function* (page) {
  const changing = listElementsWithin(page, (element) => isChanging(page, element));
  for (const paragraph of page.byTag('p')) {
    if (!page.isVisible(paragraph) || !page.isExposed(paragraph) || changing.has(paragraph)) continue;
    if (!isEmpty(paragraph)) yield pass();
    else if (paragraph.attrNames.every((name) => harmless.has(name)) || paragraph.children.length > 0) {
      yield fail(paragraph, 'The paragraph has no content.');
    }
  }
};

function isChanging(page: CheckedPage, element: PageElement): boolean {
  return (
    (element.attr('contenteditable') ?? 'false').toLowerCase() !== 'false' ||
    (element.attr('aria-live') ?? 'off') !== 'off' ||
    ((element.hasAttr('role') || element.props.nodeName === 'output') &&
      changingRoles.has(page.role(element) ?? ''))
  );
}

function isEmpty(paragraph: PageElement): boolean {
  for (const node of listNodesWithin(paragraph)) {
    if (isText(node) && /\S/.test(node.props.nodeValue ?? '')) return false;
    if (!isElement(node)) continue;
    if (!wrappers.has(node.props.nodeName) || node.hasAttr('id') || node.hasAttr('class')) return false;
  }
  return !paragraph.hasAttr('role') && !paragraph.hasAttr('aria-live') && !paragraph.hasAttr('id');
}
