import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listLinksByRole } from '../in-page/link-context.ts';
import { isElement } from '../in-page/nodes.ts';
import { createTargetReader } from '../in-page/site-links.ts';

declare const location: { href: string };

interface Target {
  link: PageElement;
  name: string;
  /** Null for a link of a script, which may lead anywhere. */
  address: string | null;
  /** What addresses with the same content have in common. */
  content: string;
}

const QUESTION = 'Do these links with the same name and the same context lead to different content?';
/** How many elements around a link are read at most. */
const ANCESTORS_MAX = 30;
/** Maximum number of addresses that a finding lists. */
const ADDRESSES_MAX = 10;
/** Maximum length of an address: longer ones do not work in all browsers and servers. */
const ADDRESS_MAX = 10_000;
/** The elements whose text is the context of a link in WCAG, whatever their style. */
const contexts: ReadonlySet<string> = new Set(['p', 'li', 'td', 'th', 'dd', 'dt', 'body']);
/** Parameters that say where users come from, not what they get. */
const TRACKING_PARAMETER = /^(?:(?:utm|mtm|pk|hsa)_\w+|[a-z]*clid|[gw]braid|mc_[ce]id|_gl|ref|source)$/;
/** The file that a server sends for a folder. */
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** Compares the links that have the same name in the same context. */
export const check: Check = function* (page) {
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const sameContext of groupByContext(page).values()) {
    for (const sameName of Map.groupBy(sameContext, ({ name }) => name).values()) {
      const unknown = sameName.find(({ address }) => address === null);
      if (unknown !== undefined && sameName.length > 1)
        unsure.push({ element: unknown.link, data: { name: unknown.name } });
    }
    const known = sameContext.filter(hasAddress);
    const groups = Map.groupBy(known, ({ name, address }) => `${URL.parse(address)?.host} ${name}`);
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      const addresses = [...new Set(group.map(({ address }) => address))];
      // What may be a copy has no result, because nobody knows whether it is one.
      const mayBeCopies = new Set(group.map(({ content }) => content)).size === 1;
      if (addresses.length > 1 && mayBeCopies) continue;
      for (const { link, name } of group) {
        if (addresses.length === 1) yield pass();
        else yield askReview(link, QUESTION, { name, addresses: addresses.slice(0, ADDRESSES_MAX) });
      }
    }
  }
  yield* askOnce(unsure, QUESTION);
};

function hasAddress(target: Target): target is Target & { address: string } {
  return target.address !== null;
}

function groupByContext(page: CheckedPage): Map<PageElement, Target[]> {
  const readTarget = createTargetReader(page, ADDRESS_MAX);
  const found = new Map<PageElement, Target[]>();
  for (const link of listLinksByRole(page)) {
    const hasScript = !link.hasAttr('href');
    const target = hasScript ? null : readTarget(link);
    const name = page.name(link).toLowerCase();
    // A description distinguishes links too.
    if ((!hasScript && target === null) || name === '' || isDescribed(link, name)) continue;
    const context = findContext(link);
    const url = target === null ? null : URL.parse(target, location.href);
    if (context === null || (url === null && !hasScript)) continue;
    const entry = { link, name, ...(url === null ? { address: null, content: '' } : readAddress(url)) };
    const others = found.get(context);
    if (others === undefined) found.set(context, [entry]);
    else others.push(entry);
  }
  return found;
}

/** True if a link has another text beside its name. */
function isDescribed(link: PageElement, name: string): boolean {
  return ['title', 'aria-describedby', 'aria-description'].some((attribute) => {
    const text = (link.attr(attribute) ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
    return text !== '' && text !== name;
  });
}

/** Returns the paragraph, list item, cell or block around a link. */
function findContext(link: PageElement): PageElement | null {
  let up = link.parent;
  for (let level = 0; up !== null && isElement(up) && level < ANCESTORS_MAX; level += 1) {
    const isBlock = !up.getComputedStylePropertyValue('display').startsWith('inline');
    if (contexts.has(up.props.nodeName) || isBlock) return up;
    up = up.parent;
  }
  return null;
}

/** Returns an address without what does not change its content, and its folder with its parameters. */
function readAddress({ protocol, origin, pathname, search }: URL): { address: string; content: string } {
  if (/^(?:mailto|tel|sms):/.test(protocol)) {
    const receiver = protocol === 'mailto:' ? pathname.toLowerCase() : pathname.replace(/[^\d+*#]/g, '');
    const address = protocol + receiver;
    return { address, content: address };
  }
  const path = pathname.replace(INDEX_FILE, '/');
  // The index file is in the folder itself, beside what may be copies of it.
  const folder = pathname.replace(/\/$/, '').replace(/[^/]*$/, '');
  const parameters = [...new URLSearchParams(search)]
    .filter(([key]) => !TRACKING_PARAMETER.test(key))
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('&');
  const query = parameters === '' ? '' : `?${parameters}`;
  return { address: origin + path + query, content: folder + query };
}
