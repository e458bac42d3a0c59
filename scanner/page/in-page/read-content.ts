/** Members of the page's world that the code below uses. */
interface PageNode {
  nodeType: number;
  nodeValue: string | null;
  childNodes: Iterable<PageNode>;
}
interface PageElement extends PageNode {
  localName: string;
  shadowRoot: PageNode | null;
  checkVisibility(options: object): boolean;
  getBoundingClientRect(): { width: number; height: number };
  matches(selector: string): boolean;
}
declare const location: { href: string };
declare const document: {
  title: string;
  body: PageElement | null;
  documentElement: PageElement | null;
  getElementsByTagName(name: string): { length: number };
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

export interface PageContent {
  title: string;
  /** Current address of the document. Scripts can change it without loading anything. */
  address: string;
  /** Number of elements of the document, without shadow roots and frames. */
  elements: number;
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
 * Runs in the page: returns the content that the outcome of the page depends on.
 * @param selectors selectors of challenge indicators
 * @param littleTextMax maximum length of the text of a page with little text, in UTF-16 units
 */
export function readContent(selectors: string[], littleTextMax: number): PageContent {
  const visible = (element: PageElement) => element.checkVisibility({ visibilityProperty: true });
  const hasArea = (element: PageElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  const replaced = new Set(
    'img svg canvas video audio iframe frame embed object input button select textarea meter progress hr'.split(
      ' ',
    ),
  );
  const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'head']);

  /** Yields the nodes within a node. Uses a stack instead of recursion, because pages can be nested very deeply. */
  function* walk(root: PageNode, enters: (element: PageElement) => boolean): Generator<PageNode> {
    const open = [root.childNodes[Symbol.iterator]()];
    for (let nodes = open.at(-1); nodes !== undefined; nodes = open.at(-1)) {
      const { value: node, done } = nodes.next();
      if (done) {
        open.pop();
        continue;
      }
      const element = node as PageElement;
      if (node.nodeType === 1 && (silent.has(element.localName) || !enters(element))) continue;
      yield node;
      if (node.nodeType !== 1) continue;
      open.push(element.childNodes[Symbol.iterator]());
      if (element.shadowRoot !== null) open.push(element.shadowRoot.childNodes[Symbol.iterator]());
    }
  }

  // The next two functions end at the first node that decides, so they take almost no time on ordinary pages.
  function hasVisibleContent(root: PageNode): boolean {
    for (const node of walk(root, visible)) {
      if (node.nodeType === 3 && /\S/.test(node.nodeValue ?? '')) return true;
      if (node.nodeType !== 1) continue;
      const { localName } = node as PageElement;
      // A custom element may have a closed shadow root, which can only be detected by its area.
      const opaque = replaced.has(localName) || localName.includes('-');
      if (opaque && hasArea(node as PageElement)) return true;
    }
    return false;
  }

  function isTextLittle(root: PageNode): boolean {
    let left = littleTextMax;
    for (const node of walk(root, () => true)) {
      if (node.nodeType === 3) left -= (node.nodeValue ?? '').trim().length;
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
    rendered: body !== null && (body.localName === 'frameset' || (visible(body) && hasVisibleContent(body))),
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
