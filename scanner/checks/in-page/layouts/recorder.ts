import { TIME_MIN_MS } from '../../../page/in-page/scroll.ts';
import { finishAllTransitions } from '../animations.ts';
import { RootObserver } from '../roots.ts';
import { type Layout, measureLayout } from './measure-layout.ts';

/** Members of the page's world that the code below uses. */
declare class CSSStyleSheet {
  replaceSync(text: string): void;
}
declare const document: {
  adoptedStyleSheets: CSSStyleSheet[];
  documentElement: object;
};
declare function getComputedStyle(element: object): { fontSize: string };
declare function scrollTo(options: { left: number; top: number; behavior: 'instant' }): void;
declare const scrollX: number;
declare const scrollY: number;
declare const performance: { now(): number };

/**
 * The layouts that the scanner shows. `normal` is that of the scan; `spacing` has the spacing of success criterion
 * 1.4.12 in addition; `enlarged` has twice the size of text, which users can set in their browser; `zoomed` is a window
 * of 1,280 × 1,024 CSS pixels with a zoom of 200 %; `narrow` has the width that success criterion 1.4.10 names, and is
 * higher than wide, as on a phone.
 */
export type LayoutName = 'normal' | 'zoomed' | 'narrow' | LayoutStyles;
/** The layouts of the window of the scan with other styles of texts, as users can set them. */
export type LayoutStyles = 'spacing' | 'enlarged';

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }';

/** Sizes in `rem`, `em` and `%` depend on the size of the text of the root; those in other units stay as they are. */
function buildEnlarged(size: number): string {
  return `:root { font-size: ${size * 2}px !important }`;
}

/** What must hold before the recorder goes on. */
export interface Wait {
  /** Virtual time that must have passed since the latest layout was measured, or since `start`. */
  milliseconds: number;
  /** False if the document must not have changed meanwhile. */
  mayHaveChanged: boolean;
}

/** Why the recorder did not go on: call it again later. */
export interface NotReady {
  /** Virtual milliseconds that have not passed yet. */
  left: number;
  hasChanged: boolean;
}

/** Records the layout of one document in windows of other sizes. The functions are called by the scanner. */
export class LayoutRecorder {
  readonly #layouts = new Map<LayoutName, Layout>();
  #styles: CSSStyleSheet | undefined;
  #stylesName: LayoutStyles | null = null;
  #scroll = { left: 0, top: 0 };
  /** The size of the text of the root in the window of the scan, in CSS pixels. */
  #fontSize = 0;
  /** The virtual time in milliseconds, and the changes, when the latest layout was measured, or at `start`. */
  #since = { time: 0, mutations: 0 };
  #mutations = 0;
  readonly #observer = new RootObserver((records) => {
    this.#mutations += records.length;
  });

  /** Begins to record. */
  start(): void {
    this.#scroll = { left: scrollX, top: scrollY };
    this.#fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.#observer.observeRoots();
    this.#remember();
  }

  /**
   * Stores the layout that the document has now.
   * @param next styles to give the texts afterwards; null for those of the page
   * @returns null if the layout was stored
   */
  measure(name: LayoutName, next: LayoutStyles | null, wait: Wait): NotReady | null {
    const notReady = this.#findNotReady(wait);
    if (notReady !== null) return notReady;
    // They are set already, unless another document was not ready, and this one is measured again.
    this.#setStyles(name === 'spacing' || name === 'enlarged' ? name : null);
    finishAllTransitions();
    this.#layouts.set(name, measureLayout(name === 'zoomed' || name === 'narrow'));
    this.#setStyles(next);
    this.#remember();
    return null;
  }

  /**
   * Restores the scroll position. Call it in the window of the scan.
   * @returns whether it was another one
   */
  restoreScroll(wait: Wait): NotReady | boolean {
    const notReady = this.#findNotReady(wait);
    if (notReady !== null) return notReady;
    if (scrollX === this.#scroll.left && scrollY === this.#scroll.top) return false;
    scrollTo({ ...this.#scroll, behavior: 'instant' });
    return true;
  }

  /** Ends to record. Returns the number of changes of the document since `start`. */
  end(): number {
    finishAllTransitions();
    const changes = this.#countChanges();
    this.#observer.end();
    return changes;
  }

  /** Gives the texts the styles of the page again, if the layouts could not be measured. */
  dropStyles(): void {
    this.#setStyles(null);
  }

  /** Returns a layout; undefined if it was not measured. */
  get(name: LayoutName): Layout | undefined {
    return this.#layouts.get(name);
  }

  #findNotReady({ milliseconds, mayHaveChanged }: Wait): NotReady | null {
    const left = milliseconds - (performance.now() - this.#since.time);
    if (left >= TIME_MIN_MS) return { left, hasChanged: false };
    const hasChanged = !mayHaveChanged && this.#countChanges() > this.#since.mutations;
    return hasChanged ? { left: 0, hasChanged } : null;
  }

  /** Sets the style sheet of the scanner, which is not part of the document, so that no script notices it. */
  #setStyles(name: LayoutStyles | null): void {
    if (name === this.#stylesName) return;
    this.#stylesName = name;
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#styles);
    this.#styles = name === null ? undefined : new CSSStyleSheet();
    this.#styles?.replaceSync(name === 'spacing' ? SPACING : buildEnlarged(this.#fontSize));
    document.adoptedStyleSheets = this.#styles === undefined ? others : [...others, this.#styles];
  }

  #remember(): void {
    this.#since = { time: performance.now(), mutations: this.#countChanges() };
  }

  #countChanges(): number {
    this.#observer.update();
    return this.#mutations;
  }
}
