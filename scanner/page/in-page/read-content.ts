import type { Dom, DomWorld } from './dom.ts';

/** Members of the page's world that the code below uses. */
declare const location: { href: string };
declare const document: {
  title: string;
  body: object | null;
  documentElement: object | null;
  getElementsByTagName(name: string): { length: number };
  querySelector(selector: string): object | null;
  querySelectorAll(selector: string): Iterable<object>;
};

export interface PageContent {
  title: string;
  /** Current address of the document. Scripts can change it without loading anything. */
  address: string;
  /** Number of elements of the document, without shadow roots and frames. */
  elements: number;
  /** The document has what the browser shows instead of XML that is neither XHTML nor SVG: its source. */
  hasSourceView: boolean;
  /** Some text, image or control is visible. */
  rendered: boolean;
  /** Number of visible password fields. */
  passwordFields: number;
  /** A field for a user name is visible. */
  nameField: boolean;
  /** The page has little text, like a login form or a challenge page. */
  hasLittleText: boolean;
  /** Selectors of challenge indicators that match. Empty unless the page has little text. */
  matchedIndicators: string[];
}

/**
 * Runs in the page, after `createDom`: returns the content that the outcome of the page depends on.
 * @param selectors selectors of challenge indicators
 * @param littleTextMax maximum length of the text of a page with little text, in UTF-16 units
 */
export function readContent(selectors: string[], littleTextMax: number): PageContent {
  const dom = (globalThis as unknown as DomWorld).a11yDom as Dom;
  const { firstChild, nextSibling, parentNode, isElement, isText, isShadowRoot, host } = dom;
  const { localName, namespace, data, shadowRoot, hasBox, isBoxless, rect } = dom;
  const visible = (element: object) => hasBox(element, { visibilityProperty: true });
  // What is hidden by its visibility can contain what is not.
  const entered = (element: object) => hasBox(element, {}) || isBoxless(element);
  const shows = (element: object) => visible(element) || isBoxless(element);
  const around = (text: object) => {
    const parent = parentNode(text) as object;
    return isShadowRoot(parent) ? host(parent) : parent;
  };
  const hasArea = (element: object) => {
    const { width, height } = rect(element);
    return width > 0 && height > 0;
  };
  const replaced = new Set(
    'img svg canvas video audio iframe frame embed object input button select textarea meter progress hr'.split(
      ' ',
    ),
  );
  const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'head']);

  /** Yields the nodes within a node. Uses a stack instead of recursion, because pages can be nested very deeply. */
  function* walk(root: object, enters: (element: object) => boolean): Generator<object> {
    const open = [firstChild(root)];
    while (open.length > 0) {
      const node = open.pop() ?? null;
      if (node === null) continue;
      open.push(nextSibling(node));
      if (!isElement(node)) {
        yield node;
        continue;
      }
      if (silent.has(localName(node)) || !enters(node)) continue;
      yield node;
      open.push(firstChild(node));
      const inner = shadowRoot(node);
      if (inner !== null) open.push(firstChild(inner));
    }
  }

  // The next two functions end at the first node that decides, so they take almost no time on ordinary pages.
  function hasVisibleContent(root: object): boolean {
    for (const node of walk(root, entered)) {
      if (isText(node) && /\S/.test(data(node)) && shows(around(node))) return true;
      if (!isElement(node) || !visible(node)) continue;
      const name = localName(node);
      // A custom element may have a closed shadow root, which can only be detected by its area.
      const isGraphic = namespace(node) === 'http://www.w3.org/2000/svg';
      const opaque = replaced.has(name) || name.includes('-') || isGraphic;
      if (opaque && hasArea(node)) return true;
    }
    return false;
  }

  function isTextLittle(root: object): boolean {
    let left = littleTextMax;
    for (const node of walk(root, () => true)) {
      if (isText(node)) left -= data(node).trim().length;
      if (left < 0) return false;
    }
    return true;
  }

  const countVisible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((field) => visible(field) && hasArea(field)).length;
  const body = document.body ?? document.documentElement;
  const hasLittleText = body === null || isTextLittle(body);
  return {
    title: document.title.slice(0, 2_000),
    address: location.href.slice(0, 4_000),
    elements: document.getElementsByTagName('*').length,
    hasSourceView: document.querySelector('#webkit-xml-viewer-source-xml') !== null,
    rendered: body !== null && (localName(body) === 'frameset' || (entered(body) && hasVisibleContent(body))),
    passwordFields: countVisible('input[type="password" i]'),
    nameField:
      countVisible(
        'input[autocomplete~="username" i], input:is([name="username" i], [name="loginfmt" i], [name="user" i])',
      ) > 0 || countVisible('form input[type="email" i]') === 1,
    hasLittleText,
    matchedIndicators: hasLittleText
      ? selectors.filter((selector) => document.querySelector(selector) !== null)
      : [],
  };
}
