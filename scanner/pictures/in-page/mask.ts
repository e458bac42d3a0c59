import type { Dom, DomWorld } from '../../page/in-page/dom.ts';

/** Members of the page's world that the code below uses. */
interface PageRoot {
  querySelectorAll(selector: string): Iterable<object>;
}
interface PageDocument extends PageRoot {
  designMode: string;
  body: object | null;
}
declare const document: PageDocument;
declare function getComputedStyle(element: object): {
  display: string;
  opacity: string;
  filter: string;
  clipPath: string;
  backgroundColor: string;
};
interface ScannerWorld extends DomWorld {
  a11yMasked?: WeakSet<object>;
  a11yTexts?: WeakRef<object>[];
}

/** Result of masking. */
export interface MaskResult {
  /** Number of elements that were not masked before. */
  added: number;
  /** Something could not be masked, so no picture may be taken. */
  failed: boolean;
}

/**
 * Runs in the page, after `createDom`: masks elements in a document or a closed shadow root, and in all open shadow
 * roots within it. The box of an element becomes uniformly gray, including its content. An element without its own box,
 * such as an inline element, becomes invisible.
 * @param root null for the document
 * @param selectors selectors of elements to mask
 */
export function maskElements(root: object | null, selectors: string[]): MaskResult {
  const world = globalThis as unknown as ScannerWorld;
  world.a11yMasked ??= new WeakSet();
  const masked = world.a11yMasked;
  const { style: styleOf, namespace, localName, allBelow, shadowRoot } = world.a11yDom as Dom;
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

  function cover(element: object): void {
    if (masked.has(element)) return;
    masked.add(element);
    added += 1;
    const style = styleOf(element);
    if (style === undefined) {
      failed = true;
      return;
    }
    const set = (name: string, value: string) => style.setProperty(name, value, 'important');
    const html = namespace(element) === 'http://www.w3.org/1999/xhtml';
    const name = localName(element);
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
    for (const above of allBelow(element, ':modal, :popover-open')) cover(above);
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
      const inner = shadowRoot(element) as PageRoot | null;
      if (inner !== null) roots.push(inner);
    }
  }
  if (root === null && document.designMode === 'on' && document.body !== null) cover(document.body);
  return { added, failed };
}

/**
 * Runs in the page, after `createDom`: returns the own texts of elements in a document or a closed shadow root, and in
 * all open shadow roots within it. Stores the elements in the same order for `tagTextElements`.
 * @param root null for the document
 * @param limit UTF-16 units of all texts together
 * @returns null if there is more text than the limit
 */
export function readTexts(root: object | null, limit: number): string[] | null {
  const world = globalThis as unknown as ScannerWorld;
  const { shadowRoot, firstChild, nextSibling, isText, data, attribute } = world.a11yDom as Dom;
  const texts: string[] = [];
  world.a11yTexts = [];
  let left = limit;
  const roots: PageRoot[] = [(root as PageRoot | null) ?? document];
  for (let each = roots.pop(); each !== undefined; each = roots.pop()) {
    for (const element of each.querySelectorAll('*')) {
      const inner = shadowRoot(element) as PageRoot | null;
      if (inner !== null) roots.push(inner);
      let text = '';
      for (let node = firstChild(element); node !== null; node = nextSibling(node))
        if (isText(node)) text += data(node);
      const alternative = attribute(element, 'alt');
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
  const { a11yTexts = [], a11yDom } = globalThis as unknown as ScannerWorld;
  for (const index of indices) {
    const element = a11yTexts[index]?.deref();
    if (element !== undefined) (a11yDom as Dom).setAttribute(element, attribute, '');
  }
}
