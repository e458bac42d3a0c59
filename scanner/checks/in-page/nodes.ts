import type { PageElement, PageNode } from './axe.ts';

/** Returns whether a node is an element. */
export function isElement(node: PageNode): node is PageElement {
  return node.props.nodeType === 1;
}

/** Returns whether a node is a text. */
export function isText(node: PageNode): boolean {
  return node.props.nodeType === 3;
}

/** Yields the nodes within an element, in the order of the document. Uses a stack, because pages can be deep. */
export function* listNodesWithin(element: PageElement): Generator<PageNode> {
  const open = element.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as PageNode);
  }
}
