import type { PageElement, PageNode } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { listNodesAfter } from './fields.ts';
import { isElement, isText } from './nodes.ts';
import { readText } from './text.ts';

/** Maximum length of the text of a parent that belongs to the link, such as "Report (PDF, 2 MB)". */
const CONTEXT_MAX = 250;

/** Maximum number of nodes in a link whose styles are read. */
const STYLED_MAX = 5;
/** Maximum number of nodes that are read of what is around a link. */
const NODES_MAX = 500;
/** How many elements around the parent of a link are looked at. */
const LEVELS_MAX = 3;
/** Elements that say as a whole what a link within them is. */
const items: ReadonlySet<string> = new Set(['li', 'tr', 'article', 'section']);
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

declare function getComputedStyle(element: object, pseudo: string): { content: string };

/** Returns the links to test that users perceive. */
export function listLinks(page: CheckedPage): PageElement[] {
  return page.byTag('a', 'area').filter((link) => link.hasAttr('href') && page.isExposed(link));
}

/** Returns in lower case what a link says about where it leads: name, tooltip, text of styles, and text beside it. */
export function readLinkTexts(page: CheckedPage, link: PageElement): string {
  const { parent } = link;
  const context = parent !== null && isElement(parent) ? readText(parent, CONTEXT_MAX) : null;
  const texts = [
    page.name(link),
    readText(link, CONTEXT_MAX),
    link.attr('title'),
    link.attr('aria-description'),
    ...[link, ...link.children.slice(0, STYLED_MAX).filter(isElement)].map(readStyleTexts),
  ];
  return [...texts, context].join(' ').toLowerCase();
}

/**
 * Returns in lower case what is said around a link, without the texts of other links: the element
 * behind its parent, such as a line with details, and the item, row or section that it is in.
 * @param known the texts of the elements that were read before
 */
export function readTextsAround(
  page: CheckedPage,
  link: PageElement,
  known: Map<PageElement, string>,
): string {
  const read = (element: PageElement) => {
    const text = known.get(element) ?? readTextWithoutLinks(element);
    known.set(element, text);
    return text;
  };
  const texts: string[] = [];
  let up = link.parent;
  for (let level = 0; up !== null && isElement(up) && level <= LEVELS_MAX; level += 1) {
    if (items.has(up.props.nodeName) || up.attr('role') === 'row') {
      texts.push(read(up));
      break;
    }
    if (level === 0) {
      const next = listNodesAfter(page, up).find(isElement);
      if (next !== undefined && !headings.has(next.props.nodeName)) texts.push(read(next));
    }
    up = up.parent;
  }
  return texts.join(' ').toLowerCase();
}

/** Returns the text of an element without that of links; empty if it is long. */
function readTextWithoutLinks(element: PageElement): string {
  let text = '';
  let nodes = 0;
  const open: PageNode[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes += 1;
    if (isText(node)) text += ` ${node.props.nodeValue?.trim() ?? ''}`;
    else if (isElement(node) && node.props.nodeName === 'img') text += ` ${node.attr('alt') ?? ''}`;
    if (text.length > CONTEXT_MAX || nodes > NODES_MAX) return '';
    if (node.props.nodeName === 'a') continue;
    for (let at = Math.min(node.children.length, NODES_MAX + 1) - 1; at >= 0; at -= 1)
      open.push(node.children[at] as PageNode);
  }
  return text;
}

/** Returns the texts that styles add to an element. */
function readStyleTexts({ actualNode }: PageElement): string {
  return ['::before', '::after'].map((pseudo) => getComputedStyle(actualNode, pseudo).content).join(' ');
}
