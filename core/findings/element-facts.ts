/** Name and value of an attribute. */
export type Attribute = readonly [name: string, value: string];

/** An element without its content. */
export interface OpeningTag {
  /** Local name. */
  tag: string;
  /** In document order; bounded in number and length. */
  attributes: readonly Attribute[];
}

/**
 * The markup that identifies an unchanged element: its opening tag and its direct text, bounded, white space unchanged.
 */
export interface ElementMarkup extends OpeningTag {
  ownText: string;
}

/** One element on the path from the root of a frame to an element. */
export interface PathStep {
  tag: string;
  /** Its position among its siblings with the same tag, from 1. */
  index: number;
  /** Attributes `role`, `id` and `aria-label`; empty if absent. */
  role: string;
  id: string;
  label: string;
  /** Whether it is directly in the shadow root of the previous step. */
  inShadow: boolean;
}

/** What identifies an element, after redaction: it contains neither user input nor credentials. */
export interface ElementFacts extends ElementMarkup {
  /** The beginning of its text, with that of its descendants; null if it contains too many elements. */
  text: string | null;
  /** Its descendants in document order; null if there are too many. */
  inside: readonly OpeningTag[] | null;
  /** From the root of its frame, or a hundred steps up, down to the element itself. */
  path: readonly PathStep[];
  /** The hosts of the shadow roots that contain it, outermost first, bounded. */
  hosts: readonly OpeningTag[];
  /** The base URL of its relative URLs. */
  base: string;
}
