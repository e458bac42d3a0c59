import type { Dom, DomWorld } from './dom.ts';

/** One address, with the text and the method of the links to it. */
export interface RawLink {
  url: string;
  words: string;
  method: string;
}

/** Limits of the returned links. */
export interface LinkLimits {
  /** Number of links that are read. */
  links: number;
  /** UTF-16 units of one address. Longer addresses are omitted. */
  url: number;
  /** UTF-16 units of the words of one link. */
  words: number;
  /** UTF-16 units of all links together. */
  total: number;
}

/** Members of the page's world that the code below uses. */
interface PageLink {
  /** Text in HTML, an object in SVG. */
  href?: string | { baseVal: string };
}
interface PageRoot {
  querySelectorAll(selector: string): ArrayLike<PageLink>;
}
declare const document: PageRoot & { baseURI: string };

/**
 * Runs in the page, after `createDom`: returns the links of the document and of its open shadow roots to the host of
 * the page. Each address occurs once, in page order, with the words and methods of all links to it.
 * @param host without `www.`
 * @param keepRoutes true if `#/…` and `#!/…` are part of an address
 */
export function collectLinks(
  host: string,
  keepRoutes: boolean,
  limits: LinkLimits,
): { links: RawLink[]; omitted: number } {
  const { firstChild, nextSibling, isElement, isText, data, attribute, hasAttribute, shadowRoot } = (
    globalThis as unknown as DomWorld
  ).a11yDom as Dom;
  const found = new Map<string, { words: string[]; methods: string[] }>();
  let left = limits.links;
  let omitted = 0;

  function getAddress(element: PageLink): string | null {
    const { href } = element;
    const text = typeof href === 'string' ? href : (href?.baseVal ?? '');
    // Checked before it is parsed, because an address may be megabytes long.
    if (text.length > limits.url * 2) return null;
    try {
      const url = new URL(text, document.baseURI);
      if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return '';
      if (url.hostname.replace(/^www\./, '').replace(/\.$/, '') !== host) return '';
      if (!(keepRoutes && /^#!?\/./.test(url.hash))) url.hash = '';
      return url.href.length > limits.url ? null : url.href;
    } catch {
      return '';
    }
  }

  function readWords(element: object): string {
    const read = (one: object, name: string) => attribute(one, name)?.slice(0, limits.words) ?? '';
    const words = [read(element, 'aria-label'), read(element, 'title')];
    let steps = 100;
    const walk = (node: object) => {
      for (let child = firstChild(node); child !== null && steps > 0; child = nextSibling(child)) {
        steps -= 1;
        if (isText(child)) words.push(data(child).slice(0, limits.words));
        if (!isElement(child)) continue;
        words.push(read(child, 'alt'), read(child, 'aria-label'));
        walk(child);
      }
    };
    walk(element);
    return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, limits.words);
  }

  function take(element: PageLink): void {
    if (hasAttribute(element, 'download')) return;
    const address = getAddress(element);
    if (address === null) omitted += 1;
    if (!address) return;
    const link = found.get(address) ?? { words: [], methods: [] };
    found.set(address, link);
    if (link.words.length >= 5) return;
    const words = readWords(element);
    if (!link.words.includes(words)) link.words.push(words);
    const method = (attribute(element, 'data-method') ?? attribute(element, 'data-turbo-method') ?? '').slice(
      0,
      20,
    );
    if (method !== '') link.methods.push(method);
  }

  function look(root: PageRoot): void {
    const elements = root.querySelectorAll('a, area[href]');
    for (let index = 0; index < elements.length; index += 1) {
      left -= 1;
      if (left < 0) omitted += 1;
      else take(elements[index] as PageLink);
    }
  }

  look(document);
  // Nested shadow roots, without recursion.
  const roots: PageRoot[] = [document];
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    const elements = root.querySelectorAll('*');
    for (let index = 0; index < elements.length; index += 1) {
      const inner = shadowRoot(elements[index] as object) as PageRoot | null;
      if (inner === null) continue;
      look(inner);
      roots.push(inner);
    }
  }

  let total = 0;
  const links: RawLink[] = [];
  for (const [url, { words, methods }] of found) {
    const link = {
      url,
      words: words.join(' | '),
      method: methods.find((method) => !/^get$/i.test(method)) ?? '',
    };
    total += url.length + link.words.length;
    if (total > limits.total) omitted += 1;
    else links.push(link);
  }
  return { links, omitted };
}
