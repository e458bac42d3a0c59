import type { PageElement } from './axe.ts';
import { isElement, isText, listNodesWithin } from './nodes.ts';

/** How many nodes, and characters with white space, are read for each character of the limit. */
const NODES_FACTOR = 10;

/**
 * Returns the text within an element with single spaces, with the alternatives of its images. Null if the text is
 * longer than the limit, or if there is so much within the element that a call would take long.
 */
export function readText(element: PageElement, max: number): string | null {
  const own = element.props.nodeName === 'img' ? (element.attr('alt') ?? '') : '';
  const nodesMax = max * NODES_FACTOR;
  let nodes = 0;
  let text = own;
  for (const node of listNodesWithin(element)) {
    if (isText(node)) text += node.props.nodeValue ?? '';
    else if (isElement(node) && node.props.nodeName === 'img') text += ` ${node.attr('alt') ?? ''} `;
    nodes += 1;
    if (text.length > nodesMax || nodes > nodesMax) return null;
  }
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined.length > max ? null : joined;
}
