/** What this function uses of the page's world. */
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
}
declare const document: {
  title: string;
  body: PageElement | null;
  documentElement: PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** Runs in the page: its title, and whether anything, and a password field, can be seen. */
export function readContent(): { title: string; rendered: boolean; passwordField: boolean } {
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

  // Ends at the first thing that is seen, so that it costs next to nothing on a page that has anything.
  function shows(root: PageNode): boolean {
    for (const node of root.childNodes) {
      if (node.nodeType === 3) {
        if (/\S/.test(node.nodeValue ?? '')) return true;
        continue;
      }
      if (node.nodeType !== 1) continue;
      const element = node as PageElement;
      if (silent.has(element.localName) || !visible(element)) continue;
      // A custom element may hold a closed shadow root, which only its area betrays.
      const opaque = replaced.has(element.localName) || element.localName.includes('-');
      if (opaque && hasArea(element)) return true;
      if (shows(element) || (element.shadowRoot !== null && shows(element.shadowRoot))) return true;
    }
    return false;
  }

  const body = document.body ?? document.documentElement;
  const passwords = [...document.querySelectorAll('input[type="password" i]')];
  return {
    title: document.title.slice(0, 2_000),
    rendered: body !== null && (body.localName === 'frameset' || (visible(body) && shows(body))),
    passwordField: passwords.some((field) => visible(field) && hasArea(field)),
  };
}
