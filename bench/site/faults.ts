/** When or where an element with a fault is added to the page. */
export const appearances = ['static', 'script', 'timer', 'lazy', 'shadow', 'frame'] as const;
export type Appearance = (typeof appearances)[number];

/** A fault that a page contains on purpose. */
export interface PlantedFault {
  /** The value of `data-fault` on the element with the fault: unique in its page. */
  id: string;
  /** The axe rule that it violates. It violates no other rule that the benchmark runs. */
  rule: string;
  appearance: Appearance;
}

/** Markup that violates each rule. `attribute` identifies the element with the fault. */
export const faultMarkup: Readonly<Record<string, (attribute: string) => string>> = {
  'image-alt': (attribute) => `<img ${attribute} src="/picture.svg" width="40" height="30">`,
  'button-name': (attribute) => `<button ${attribute} type="button"></button>`,
  'link-name': (attribute) => `<p>Read on <a ${attribute} href="/target"></a></p>`,
  'color-contrast': (attribute) =>
    `<p><span ${attribute} style="color:#999;background:#fff">Pale words</span></p>`,
  label: (attribute) => `<p><input ${attribute} type="text"></p>`,
  'select-name': (attribute) =>
    `<p><select ${attribute}><option>One</option><option>Two</option></select></p>`,
  'aria-required-attr': (attribute) => `<div ${attribute} role="checkbox" tabindex="0">Choice</div>`,
  'aria-valid-attr-value': (attribute) => `<div ${attribute} aria-live="loud">News</div>`,
  list: (attribute) => `<ul ${attribute}><div>No item</div></ul>`,
  'svg-img-alt': (attribute) =>
    `<svg ${attribute} role="img" width="20" height="20"><path d="M0 0h9v9z"/></svg>`,
};

/** Returns the attribute that identifies an element with a fault. */
export function buildFaultAttribute(id: string): string {
  return `data-fault="${id}"`;
}

/** Returns the id of the fault in an element's markup, from its opening tag. */
export function parseFaultId(html: string): string | undefined {
  return /^<[^>]*\bdata-fault="([\w-]+)"/.exec(html)?.[1];
}
