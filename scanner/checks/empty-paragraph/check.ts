import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Elements that are no content if they contain none. */
const wrappers: ReadonlySet<string> = new Set('br span b strong i em u font small'.split(' '));
/** Attributes that do not suggest that a script fills the paragraph. */
const harmless: ReadonlySet<string> = new Set(['style', 'align', 'dir']);

/** Tests paragraphs that are rendered. */
export const check: Check = function* (page) {
  for (const paragraph of page.byTag('p')) {
    if (!page.isVisible(paragraph) || !page.isExposed(paragraph)) continue;
    if (!isEmpty(paragraph)) yield pass();
    else if (paragraph.attrNames.every((name) => harmless.has(name)) || paragraph.children.length > 0) {
      yield fail(paragraph, 'The paragraph has no content.');
    }
  }
};

function isEmpty(paragraph: PageElement): boolean {
  for (const node of listNodesWithin(paragraph)) {
    if (isText(node) && /\S/.test(node.props.nodeValue ?? '')) return false;
    if (!isElement(node)) continue;
    if (!wrappers.has(node.props.nodeName) || node.hasAttr('id') || node.hasAttr('class')) return false;
  }
  return !paragraph.hasAttr('role') && !paragraph.hasAttr('aria-live') && !paragraph.hasAttr('id');
}
