/** Members of the page's world that the code below uses. */
interface Style {
  setProperty(name: string, value: string, priority: 'important'): void;
}
interface PageRoot {
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface PageElement extends PageRoot {
  localName: string;
  namespaceURI: string;
  style?: Style;
  shadowRoot: PageRoot | null;
  parentElement: PageElement | null;
  childNodes: Iterable<{ nodeType: number; nodeValue: string | null }>;
  getAttribute(name: string): string | null;
}
interface PageDocument extends PageRoot {
  designMode: string;
  body: PageElement | null;
}
declare const document: PageDocument;
declare function getComputedStyle(element: PageElement): {
  display: string;
  opacity: string;
  filter: string;
  clipPath: string;
  backgroundColor: string;
};
interface ScannerWorld {
  a11yMasked?: WeakSet<object>;
  a11yTexts?: WeakRef<PageElement>[];
}

/** Result of masking. */
export interface MaskResult {
  /** Number of elements that were not masked before. */
  added: number;
  /** Something could not be masked, so no picture may be taken. */
  failed: boolean;
}

/**
 * Runs in the page: masks elements in a document or a closed shadow root, and in all open shadow roots within it. The
 * box of an element becomes uniformly gray, including its content. An element without its own box, such as an inline
 * element, becomes invisible.
 * @param root null for the document
 * @param selectors selectors of elements to mask
 */
export function maskElements(root: object | null, selectors: string[]): MaskResult {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yMasked ??= new WeakSet();
  const masked = world.a11yMasked;
  let added = 0;
  let failed = false;

  const boxes = new Set(
    'block inline-block flex inline-flex grid inline-grid flow-root list-item table inline-table table-cell'.split(
      ' ',
    ),
  );
  // Inline elements that have a box.
  const atomic = new Set(
    'img input textarea select button video audio canvas iframe object embed svg meter progress'.split(' '),
  );
  const gray = 'rgb(118, 118, 118)';

  function cover(element: PageElement): void {
    if (masked.has(element)) return;
    masked.add(element);
    added += 1;
    const { style } = element;
    if (style === undefined) {
      failed = true;
      return;
    }
    const set = (name: string, value: string) => style.setProperty(name, value, 'important');
    const html = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
    const name = element.localName;
    const { display } = getComputedStyle(element);
    set('transition', 'none');
    set('animation', 'none');
    set('-webkit-box-reflect', 'none');
    set('view-transition-name', 'none');
    // Without a box, neither filter nor opacity applies to the content.
    if (display === 'contents') set('display', 'block');
    if ((html || name === 'svg') && (boxes.has(display) || atomic.has(name) || display === 'contents')) {
      set('background', gray);
      set('border-image', 'none');
      set('border-radius', '0');
      set('mask', 'none');
      set('opacity', '1');
      set('mix-blend-mode', 'normal');
      set('filter', 'contrast(0)');
      set('clip-path', 'inset(0)');
      const now = getComputedStyle(element);
      failed ||=
        now.filter !== 'contrast(0)' ||
        now.clipPath !== 'inset(0px)' ||
        now.backgroundColor !== gray ||
        now.display === 'contents';
    } else {
      set('opacity', '0');
      const now = getComputedStyle(element);
      failed ||= now.opacity !== '0' || now.display === 'contents';
    }
    // Elements in the top layer are not drawn with their parent.
    for (const above of element.querySelectorAll(':modal, :popover-open')) cover(above);
  }

  const lists = [
    'input, textarea, select, [contenteditable]:not([contenteditable="false" i])',
    '[role~="textbox" i], [role~="searchbox" i], [role~="spinbutton" i], [role~="combobox" i]',
    ...selectors,
  ];
  const roots: PageRoot[] = [(root as PageRoot | null) ?? document];
  for (let each = roots.pop(); each !== undefined; each = roots.pop()) {
    for (const list of lists) {
      try {
        for (const element of each.querySelectorAll(list)) cover(element);
      } catch {
        failed = true;
      }
    }
    for (const element of each.querySelectorAll('*')) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
  }
  if (root === null && document.designMode === 'on' && document.body !== null) cover(document.body);
  return { added, failed };
}

/**
 * Runs in the page: returns the own texts of elements in a document or a closed shadow root, and in all open shadow
 * roots within it. Stores the elements in the same order for `tagTextElements`.
 * @param root null for the document
 * @param limit UTF-16 units of all texts together
 * @returns null if there is more text than the limit
 */
export function readTexts(root: object | null, limit: number): string[] | null {
  const world = globalThis as unknown as ScannerWorld;
  const texts: string[] = [];
  world.a11yTexts = [];
  let left = limit;
  const roots: PageRoot[] = [(root as PageRoot | null) ?? document];
  for (let each = roots.pop(); each !== undefined; each = roots.pop()) {
    for (const element of each.querySelectorAll('*')) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      let text = '';
      for (const { nodeType, nodeValue } of element.childNodes) if (nodeType === 3) text += nodeValue;
      const alternative = element.getAttribute('alt');
      if (alternative !== null) text += ` ${alternative}`;
      if (!/\S/.test(text)) continue;
      left -= text.length;
      if (left < 0) return null;
      texts.push(text);
      world.a11yTexts.push(new WeakRef(element));
    }
  }
  return texts;
}

/**
 * Runs in the page, after `readTexts` of the same root: sets an attribute on the elements with these indices in its
 * list.
 */
export function tagTextElements(_root: object | null, indices: number[], attribute: string): void {
  const { a11yTexts = [] } = globalThis as unknown as ScannerWorld;
  for (const index of indices) {
    (
      a11yTexts[index]?.deref() as { setAttribute(name: string, value: string): void } | undefined
    )?.setAttribute(attribute, '');
  }
}
