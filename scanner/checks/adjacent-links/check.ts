import { type Check, fail, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import { type CheckedPage, listElementsWithin } from '../in-page/checked-page.ts';
import { isElement, isText, listNodesWithin } from '../in-page/nodes.ts';

/** Elements that are content between two links. */
const content: ReadonlySet<string> = new Set(
  'img svg canvas video audio iframe object embed button input select textarea summary hr'.split(' '),
);

/** Elements that separate what is within from what is outside. */
const parts: ReadonlySet<string> = new Set(
  'banner complementary contentinfo main navigation region search list listitem'.split(' '),
);
const partTags: ReadonlySet<string> = new Set(
  'header aside footer main nav section search ul ol menu li'.split(' '),
);

/** Elements in which links are names of a program, and not parts of a navigation. */
const code: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'samp']);
/** Texts that only separate links. A sign directly behind a link is a bracket that ends there. */
const SEPARATORS = /^(?!>)[\s\u00a0|·•,/>»›–-]*$/;

/** Tests links that follow each other. */
export const check: Check = function* (page) {
  const tested = new Set(page.elements);
  const withinLinks = new Set<object>();
  const inCode = listElementsWithin(page, ({ props }) => code.has(props.nodeName));
  const partsAround = new Map<object | null, PageElement>();
  let previous: PageElement | null = null;
  for (const node of listNodesWithin(page.root)) {
    const isWithinLink = node.parent !== null && withinLinks.has(node.parent);
    if (isWithinLink) {
      withinLinks.add(node);
      continue;
    }
    if (isText(node)) {
      if (!SEPARATORS.test(node.props.nodeValue ?? '') && isShown(node.parent)) previous = null;
      continue;
    }
    if (!isElement(node)) continue;
    const part = isPart(page, node) ? node : partsAround.get(node.parent);
    if (part !== undefined) partsAround.set(node, part);
    const isAnchor = node.props.nodeName === 'a' && node.hasAttr('href');
    if (isAnchor) withinLinks.add(node);
    if (!isAnchor || page.role(node) !== 'link' || !page.isExposed(node) || !page.isInTabOrder(node)) {
      if (content.has(node.props.nodeName)) previous = null;
      continue;
    }
    const address = node.attr('href') ?? '';
    if (tested.has(node)) {
      const isRepeated =
        previous?.attr('href') === address &&
        !/^#?$/.test(address) &&
        !inCode.has(node) &&
        partsAround.get(previous) === part &&
        isSame(page, previous, node);
      if (isRepeated) {
        yield fail(node, 'The link leads to the same address as the one before it.', { address });
      } else yield pass();
    }
    previous = node;
  }
};

/** True for landmarks, lists and their items. */
function isPart(page: CheckedPage, element: PageElement): boolean {
  return (
    (partTags.has(element.props.nodeName) || element.hasAttr('role')) && parts.has(page.role(element) ?? '')
  );
}

/**
 * True if two links with the same address are for the same purpose: both have the same name, or one has no text but an
 * image, and the name of one contains that of the other. Others can have an address that is the same for another
 * reason: it is a placeholder, or the previous page is the first one.
 */
function isSame(page: CheckedPage, one: PageElement, other: PageElement): boolean {
  const hasText = (link: PageElement) =>
    [...listNodesWithin(link)].some((node) => isText(node) && /\S/.test(node.props.nodeValue ?? ''));
  const [first, second] = [page.name(one).toLowerCase(), page.name(other).toLowerCase()];
  // What axe-core reports for links without a name says nothing about their purpose.
  if (first === '' && second === '') return false;
  if (hasText(one) === hasText(other)) return first === second;
  return first.includes(second) || second.includes(first);
}

/** False for the text of scripts and styles. */
function isShown(parent: object | null): boolean {
  const { nodeName = '' } = (parent as PageElement | null)?.props ?? {};
  return !['script', 'style', 'template', 'noscript'].includes(nodeName);
}
