import type { PageElement } from './axe.ts';
import type { CheckedPage } from './checked-page.ts';
import { isElement, listNodesWithin } from './nodes.ts';

declare const location: { href: string };

/** Maximum number of links of a landmark that are compared, as many as the data of a check can list. */
export const LINKS_MAX = 20;
/** Maximum number of landmarks of a page that are compared. */
const LANDMARKS_MAX = 8;
/** Maximum number of nodes that are read in a landmark. */
const NODES_MAX = 5_000;
/** Maximum length of a name or an address; longer ones are not compared. */
export const TEXT_MAX = 150;
const landmarkRoles: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo']);

/** A link with an address that other pages can have too. */
export interface SiteLink {
  element: PageElement;
  name: string;
  /** The address without fragment, from the path on if it is on the same host. */
  target: string;
}

/**
 * Returns a function that gives the address of a link; null if it leads to a part of the page, or is too long.
 * @param lengthMax maximum length of an address
 */
export function createTargetReader(
  page: CheckedPage,
  lengthMax: number = TEXT_MAX,
): (link: PageElement) => string | null {
  const base = URL.parse(page.byTag('base')[0]?.attr('href') ?? '', location.href)?.href ?? location.href;
  const { origin } = new URL(location.href);
  return (link) => {
    const address = link.attr('href') ?? '';
    if (address.startsWith('#')) return null;
    const url = URL.parse(address, base);
    if (url === null) return null;
    url.hash = '';
    const target = url.origin === origin ? url.pathname + url.search : url.href;
    return target.length > lengthMax ? null : target;
  };
}

/** Returns the landmarks around the content of a page that users perceive. Those within another one are part of it. */
export function listSiteLandmarks(
  page: CheckedPage,
  roles: ReadonlySet<string> = landmarkRoles,
): PageElement[] {
  const byRole = page.byAttribute('role').filter((element) => roles.has(element.attr('role') ?? ''));
  const candidates = new Set([...page.byTag('nav', 'header', 'footer'), ...byRole]);
  const found = page.elements.filter(
    (element) => candidates.has(element) && roles.has(page.role(element) ?? ''),
  );
  const outer = new Set<PageElement>();
  for (const element of found) {
    let up = element.parent as PageElement | null;
    for (let level = 0; up !== null && level < 10 && !outer.has(up); level += 1)
      up = up.parent as PageElement | null;
    if ((up === null || !outer.has(up)) && page.isExposed(element)) outer.add(element);
    if (outer.size === LANDMARKS_MAX) break;
  }
  return [...outer];
}

/** Returns the first links of a landmark that users perceive. */
export function listLinksOf(
  page: CheckedPage,
  landmark: PageElement,
  readTarget: (link: PageElement) => string | null,
): SiteLink[] {
  const links: SiteLink[] = [];
  let nodes = 0;
  for (const element of listNodesWithin(landmark)) {
    nodes += 1;
    if (links.length === LINKS_MAX || nodes > NODES_MAX) break;
    if (!isElement(element) || element.props.nodeName !== 'a' || !element.hasAttr('href')) continue;
    const target = readTarget(element);
    if (target === null || !page.isExposed(element)) continue;
    const name = page.name(element);
    if (name !== '' && name.length <= TEXT_MAX) links.push({ element, name, target });
  }
  return links;
}
