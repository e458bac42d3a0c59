import { askOnce, askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { indexIds, readIds } from '../in-page/fields.ts';
import { listLinksByRole } from '../in-page/link-context.ts';
import { isElement } from '../in-page/nodes.ts';
import { createTargetReader } from '../in-page/site-links.ts';
import { readText } from '../in-page/text.ts';

declare const location: { href: string };

interface Target {
  link: PageElement;
  name: string;
  /** The name with the description. */
  label: string;
  /** Null for a link of a script, which may lead anywhere. */
  address: string | null;
  /** The code of such a link; empty if the same code may lead to different content. */
  code: string;
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
const contextRoles: ReadonlySet<string> = new Set(
  'paragraph listitem cell gridcell columnheader rowheader term definition'.split(' '),
);
/** Maximum length of a text that is compared, such as a description or the text of a block. */
const TEXT_MAX = 500;
/** Maximum length of the code of a link. */
const CODE_MAX = 1_000;
/** Code that opens one address. */
const OPENS =
  /\b(?:location(?:\.href)? ?= ?|location\.(?:assign|replace)\( ?|\bopen\( ?)(?:'([^']+)'|"([^"]+)")/;
/** Code that depends on the element, the event or a value. */
const DEPENDS = /\b(?:this|event|target|location)\b/;
/** A part of an address from which a script chooses the content. */
const ROUTE = /#!?\/.*/;
/** Parameters that say where users come from, not what they get. */
const TRACKING_PARAMETER = /^(?:(?:utm|mtm|pk|hsa)_\w+|[a-z]*clid|[gw]braid|mc_[ce]id|_gl|ref|source)$/;
/** The file that a server sends for a folder. */
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** Compares the links that have the same name in the same context. */
export const check: Check = function* (page) {
  const unsure: Parameters<typeof askOnce>[0][number][] = [];
  for (const sameContext of groupByContext(page).values()) {
    for (const sameLabel of Map.groupBy(sameContext, ({ label }) => label).values()) {
      const unknown = sameLabel.find(({ address }) => address === null);
      if (unknown === undefined || sameLabel.length < 2) continue;
      const isSameCode = sameLabel.every(({ address, code }) => address === null && code === unknown.code);
      if (isSameCode && unknown.code !== '') yield pass();
      else unsure.push({ element: unknown.link, data: { name: unknown.name } });
    }
    const known = sameContext.filter(hasAddress);
    const groups = Map.groupBy(known, ({ label, address }) => `${URL.parse(address)?.host} ${label}`);
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
  const readDescription = createDescriptionReader(page);
  const found = new Map<PageElement, Target[]>();
  for (const link of listLinksByRole(page)) {
    const name = page.name(link).toLowerCase();
    const target = name === '' ? null : readLink(link, readTarget);
    if (target === null) continue;
    const context = findContext(page, link);
    if (context === null) continue;
    // A description distinguishes links too.
    const description = readDescription(link);
    const entry = { link, name, label: description === name ? name : `${name}\n${description}`, ...target };
    const others = found.get(context);
    if (others === undefined) found.set(context, [entry]);
    else others.push(entry);
  }
  return found;
}

/** Returns where a link leads; null if it leads to a part of the page. */
function readLink(
  link: PageElement,
  readTarget: ReturnType<typeof createTargetReader>,
): Pick<Target, 'address' | 'content' | 'code'> | null {
  const unknown = { address: null, content: '', code: '' };
  if (!link.hasAttr('href')) {
    const onClick = (link.attr('onclick') ?? '').slice(0, CODE_MAX).replace(/\s+/g, ' ').trim();
    const [, single, double] = OPENS.exec(onClick) ?? [];
    const url = URL.parse(single ?? double ?? '', location.href);
    if ((single ?? double) !== undefined && url !== null) return { ...readAddress(url), code: '' };
    return { ...unknown, code: DEPENDS.test(onClick) ? '' : onClick };
  }
  const [route = ''] = ROUTE.exec((link.attr('href') ?? '').slice(0, ADDRESS_MAX)) ?? [];
  const target = readTarget(link) ?? (route === '' ? null : location.href);
  const url = target === null ? null : URL.parse(target, location.href);
  if (url === null) return null;
  const { address, content } = readAddress(url);
  return { address: address + route, content: content + route, code: '' };
}

/** Returns a function that gives the text that describes a link beside its name; empty without one. */
function createDescriptionReader(page: CheckedPage): (link: PageElement) => string {
  let ids: ReadonlyMap<string, PageElement> | undefined;
  return (link) => {
    const texts = readIds(link, 'aria-describedby').map((id) => {
      ids ??= indexIds(page);
      const element = ids.get(id);
      // A long text is compared by its id.
      return element === undefined ? '' : (readText(element, TEXT_MAX) ?? id);
    });
    for (const attribute of ['aria-description', 'title']) texts.push(link.attr(attribute) ?? '');
    const text = texts.find((each) => /\S/.test(each)) ?? '';
    return text.replace(/\s+/g, ' ').trim().toLowerCase() || page.name(link).toLowerCase();
  };
}

/**
 * Returns the paragraph, list item, cell or block around a link. A block that has only the link is no context of its
 * own within a paragraph, list item or cell.
 */
function findContext(page: CheckedPage, link: PageElement): PageElement | null {
  let up = link.parent;
  let block: PageElement | null = null;
  for (let level = 0; up !== null && isElement(up) && level < ANCESTORS_MAX; level += 1) {
    if (contexts.has(up.props.nodeName) || contextRoles.has(page.role(up) ?? ''))
      return up.props.nodeName === 'body' ? (block ?? up) : up;
    if (block === null && !up.getComputedStylePropertyValue('display').startsWith('inline')) block = up;
    if (block !== null && !hasOnly(up, link)) return block;
    up = up.parent;
  }
  return block;
}

/** True if an element has no other text than a link within it. */
function hasOnly(element: PageElement, link: PageElement): boolean {
  const text = readText(element, TEXT_MAX);
  return text !== null && text === readText(link, TEXT_MAX);
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
