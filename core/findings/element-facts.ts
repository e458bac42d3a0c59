/** Name and value of an attribute. */
export type Attribute = readonly [name: string, value: string];

/** An element without what is in it. */
export interface OpeningTag {
  /** Local name. */
  tag: string;
  /** In the order of the page; bounded in number and length. */
  attributes: readonly Attribute[];
}

/** An element as nobody may touch it: its tag and the text that is directly in it, bounded, with white space as it is. */
export interface ElementMarkup extends OpeningTag {
  ownText: string;
}

/** One element on the way from the root of a frame to another. */
export interface PathStep {
  tag: string;
  /** Its place, from 1, among its siblings of the same tag. */
  index: number;
  /** Attributes `role`, `id` and `aria-label`; empty where it has none. */
  role: string;
  id: string;
  label: string;
  /** It is directly in the shadow root of the step before it. */
  inShadow: boolean;
}

/**
 * What is read of an element to tell it from others, after redaction: neither what people typed nor what opens
 * anything is among it.
 */
export interface ElementFacts extends ElementMarkup {
  /** The beginning of all its text; null where it holds too many elements. */
  text: string | null;
  /** The elements in it, in the order of the page; null where they are too many. */
  inside: readonly OpeningTag[] | null;
  /** From the root of its frame, or a hundred steps up, down to itself. */
  path: readonly PathStep[];
  /** The hosts of the shadow roots that it is in, outermost first, bounded. */
  hosts: readonly OpeningTag[];
  /** What its relative URLs are relative to. */
  base: string;
}
