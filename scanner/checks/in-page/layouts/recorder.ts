import { type Layout, measureLayout } from './measure-layout.ts';

/** Members of the page's world that the code below uses. */
declare class CSSStyleSheet {
  replaceSync(text: string): void;
}
declare const document: { adoptedStyleSheets: CSSStyleSheet[]; documentElement: object };
declare function getComputedStyle(element: object): { fontSize: string };
declare function scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
declare const scrollX: number;
declare const scrollY: number;
declare class MutationObserver {
  constructor(callback: (records: unknown[]) => void);
  observe(root: object, options: object): void;
  takeRecords(): unknown[];
  disconnect(): void;
}

/**
 * The layouts that the scanner shows. `normal` is that of the scan; `spacing` has the spacing of success criterion
 * 1.4.12 in addition; `enlarged` has twice the size of text, which users can set in their browser; `zoomed` is a window
 * of 1,280 × 1,024 CSS pixels with a zoom of 200 %; `portrait` is the same window turned; `narrow` has the size that
 * success criterion 1.4.10 names.
 */
export const layoutNames = ['normal', 'spacing', 'enlarged', 'zoomed', 'portrait', 'narrow'] as const;
export type LayoutName = (typeof layoutNames)[number];

/** Without transitions, the layout is the final one as soon as it is changed. */
const STILL = '*, *::before, *::after { transition: none !important; scroll-behavior: auto !important }';
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }';

/** Sizes in `rem`, `em` and `%` depend on the size of the text of the root; those in other units stay as they are. */
function buildEnlarged(size: number): string {
  return `:root { font-size: ${size * 2}px !important }`;
}

/** Records the layout of one document in windows of other sizes. The functions are called by the scanner. */
export class LayoutRecorder {
  readonly #layouts = new Map<LayoutName, Layout>();
  readonly #sheets: CSSStyleSheet[] = [];
  #scroll = { left: 0, top: 0 };
  /** The size of the text of the root in the window of the scan, in CSS pixels. */
  #fontSize = 0;
  #mutations = 0;
  readonly #observer = new MutationObserver((records) => {
    this.#mutations += records.length;
  });

  /** Begins to record. */
  start(): void {
    this.#scroll = { left: scrollX, top: scrollY };
    this.#fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#observer.observe(document, options);
    this.#addSheet(STILL);
  }

  /** Stores the layout that the document has now. */
  measure(name: LayoutName): void {
    this.#layouts.set(name, measureLayout(name === 'zoomed' || name === 'portrait'));
  }

  /** Gives all texts other styles, as users can. */
  addStyles(name: 'spacing' | 'enlarged'): void {
    this.#addSheet(name === 'spacing' ? SPACING : buildEnlarged(this.#fontSize));
  }

  removeStyles(): void {
    this.#removeSheet();
  }

  /** Restores the scroll position. Call it in the window of the scan. */
  restore(): void {
    scrollTo({ ...this.#scroll, behavior: 'instant' });
  }

  /** Returns the number of changes of the document since `start`. */
  countChanges(): number {
    this.#mutations += this.#observer.takeRecords().length;
    return this.#mutations;
  }

  /** Ends to record. Returns the number of changes of the document since `start`. */
  end(): number {
    this.#removeSheet();
    const changes = this.countChanges();
    this.#observer.disconnect();
    return changes;
  }

  /** Returns a layout; undefined if it was not measured. */
  get(name: LayoutName): Layout | undefined {
    return this.#layouts.get(name);
  }

  /** Adds a style sheet that is not part of the document, so that no script notices it. */
  #addSheet(text: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    this.#sheets.push(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  /** Removes the latest of these style sheets. */
  #removeSheet(): void {
    const sheet = this.#sheets.pop();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}
