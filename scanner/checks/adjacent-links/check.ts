import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Elements that are content between two links. */
const content: ReadonlySet<string> = new Set(
  'img svg canvas video audio iframe object embed button input select textarea summary hr'.split(' '),
);

/** Tests links that follow each other. */
export const check: Check = function* (page) {
  const tested = new Set(page.elements);
  const withinLinks = new Set<object>();
  let previous: PageElement | null = null;
  for (const node of listNodesWithin(page.root)) {
    const isWithinLink = node.parent !== null && withinLinks.has(node.parent);
    if (isWithinLink) {
      withinLinks.add(node);
      continue;
    }
    if (isText(node)) {
      if (/[^\s\u00a0|·•,/>»›–-]/.test(node.props.nodeValue ?? '') && isShown(node.parent)) previous = null;
      continue;
    }
    if (!isElement(node)) continue;
    const isLink = node.props.nodeName === 'a' && node.hasAttr('href');
    if (isLink) withinLinks.add(node);
    if (!isLink || !page.isExposed(node) || !page.isInTabOrder(node)) {
      if (content.has(node.props.nodeName)) previous = null;
      continue;
    }
    const address = node.attr('href') ?? '';
    if (tested.has(node)) {
      if (previous?.attr('href') === address && !/^#?$/.test(address) && isSame(page, previous, node)) {
        yield fail(node, 'The link leads to the same address as the one before it.', { address });
      } else yield pass();
    }
    previous = node;
  }
};

/**
 * True if two links with the same address are for the same purpose: one has no text but an image, or both have the same
 * name. Others can have an address that is the same for another reason, such as a placeholder.
 */
function isSame(page: CheckedPage, one: PageElement, other: PageElement): boolean {
  const hasText = (link: PageElement) =>
    [...listNodesWithin(link)].some((node) => isText(node) && /\S/.test(node.props.nodeValue ?? ''));
  return hasText(one) !== hasText(other) || page.name(one) === page.name(other);
}

/** False for the text of scripts and styles. */
function isShown(parent: object | null): boolean {
  const { nodeName = '' } = (parent as PageElement | null)?.props ?? {};
  return !['script', 'style', 'template', 'noscript'].includes(nodeName);
}
