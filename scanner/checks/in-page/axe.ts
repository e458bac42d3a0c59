/** An element or text of a document: axe's virtual node. Slots are replaced by the content that they show. */
export interface PageNode {
  actualNode: object;
  parent: PageNode | null;
  children: PageNode[];
  props: { nodeType: number; nodeName: string; nodeValue: string | null };
}

/** An element of a document. Its members also work if names of fields hide members of a DOM element. */
export interface PageElement extends PageNode {
  /** Returns the value of an attribute; null without it. */
  attr(name: string): string | null;
  hasAttr(name: string): boolean;
  attrNames: string[];
  getComputedStylePropertyValue(property: string): string;
  boundingClientRect: { x: number; y: number; width: number; height: number };
}

/** A color of axe-core. */
interface Color {
  alpha: number;
  /** Reads a color as computed styles have it; throws if it cannot. */
  parseString(text: string): void;
  /** Returns the luminance of the color itself, as if it were opaque. */
  getRelativeLuminance(): number;
}

/** The parts of axe-core that the checks use. They work between `setup` and `teardown`. */
interface Axe {
  /** The tree of the document, between `setup` and `teardown`. */
  _tree?: [PageElement];
  setup(document: object): PageElement;
  teardown(): void;
  commons: {
    aria: {
      getRole(element: PageElement): string | null;
      /** Returns whether the role of the element has its name from content. */
      namedFromContents(element: PageElement, options: { strict: true }): boolean;
      isValidRole(role: string): boolean;
      arialabelledbyText(element: PageElement): string;
      arialabelText(element: PageElement): string;
    };
    color: {
      Color: new () => Color;
      /** Returns the color behind the content of an element; null if it is an image or cannot be determined. */
      getBackgroundColor(element: object): Color | null;
      /** Returns the contrast; a transparent second color is laid over the first one. */
      getContrast(background: Color, foreground: Color): number | null;
    };
    dom: {
      isVisibleOnScreen(element: PageElement): boolean;
      isVisibleToScreenReaders(element: PageElement): boolean;
      isFocusable(element: PageElement): boolean;
      isInTabOrder(element: PageElement): boolean;
      /** True for links in front of the first link to another page. */
      isSkipLink(element: object): boolean;
      isOffscreen(element: object): boolean | undefined;
    };
    text: {
      accessibleTextVirtual(element: PageElement): string;
      nativeTextAlternative(element: PageElement): string;
      titleText(element: PageElement): string;
    };
  };
  utils: {
    DqElement: new (element: PageElement) => { selector: (string | string[])[]; source: string | null };
  };
}

/** axe-core in the scanner's world, which has it before the checks. */
export const { axe } = globalThis as unknown as { axe: Axe };

/** Returns the color of a computed value; null if axe-core does not know its notation. */
export function parseColor(text: string): Color | null {
  const color = new axe.commons.color.Color();
  try {
    color.parseString(text);
    return color;
  } catch {
    return null;
  }
}
