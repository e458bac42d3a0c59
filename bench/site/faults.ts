/** When, or where, an element with a fault comes to be in the page. */
export const appearances = ['static', 'script', 'timer', 'lazy', 'shadow', 'frame'] as const;
export type Appearance = (typeof appearances)[number];

/** A fault that a page holds on purpose. */
export interface PlantedFault {
  /** The value of `data-fault` on the element at fault: unique in its page. */
  id: string;
  /** The axe rule that it breaks, and no other of the rules that the benchmark runs. */
  rule: string;
  appearance: Appearance;
}

/** How each rule is broken. `mark` is the attribute that tells the element at fault from all others. */
export const faultMarkup: Readonly<Record<string, (mark: string) => string>> = {
  'image-alt': (mark) => `<img ${mark} src="/picture.svg" width="40" height="30">`,
  'button-name': (mark) => `<button ${mark} type="button"></button>`,
  'link-name': (mark) => `<p>Read on <a ${mark} href="/target"></a></p>`,
  'color-contrast': (mark) => `<p><span ${mark} style="color:#999;background:#fff">Pale words</span></p>`,
  label: (mark) => `<p><input ${mark} type="text"></p>`,
  'select-name': (mark) => `<p><select ${mark}><option>One</option><option>Two</option></select></p>`,
  'aria-required-attr': (mark) => `<div ${mark} role="checkbox" tabindex="0">Choice</div>`,
  'aria-valid-attr-value': (mark) => `<div ${mark} aria-live="loud">News</div>`,
  list: (mark) => `<ul ${mark}><div>No item</div></ul>`,
  'svg-img-alt': (mark) => `<svg ${mark} role="img" width="20" height="20"><path d="M0 0h9v9z"/></svg>`,
};

/** The attribute that marks an element at fault. */
export function markOf(id: string): string {
  return `data-fault="${id}"`;
}

/** The id of the fault that an element's markup is marked with, from its opening tag. */
export function faultIdIn(html: string): string | undefined {
  return /^<[^>]*\bdata-fault="([\w-]+)"/.exec(html)?.[1];
}
