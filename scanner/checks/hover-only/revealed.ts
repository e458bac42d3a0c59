import type { Dom, DomWorld } from '../../page/in-page/dom.ts';

interface Rule {
  selectorText?: string;
  style?: { getPropertyValue(name: string): string };
  cssRules?: Iterable<Rule>;
  media?: { mediaText: string };
}
/** Members of the page's world that the code below uses. */
declare const document: { styleSheets: Iterable<{ disabled: boolean; cssRules: Iterable<Rule> }> };
declare const matchMedia: (query: string) => { matches: boolean };

/** Maximum number of selectors that are looked for. A style sheet of a site has a few dozen. */
const SELECTORS_MAX = 200;
/** Values of properties that show what another rule hides. */
const shown: Readonly<Record<string, RegExp>> = {
  display: /^(?!none|inherit|initial|unset|revert)\w/,
  visibility: /^visible$/,
};

/**
 * Returns the selectors of rules that show something while the pointer is over an element, and of rules that show it
 * while the focus is there; without these pseudo-classes.
 */
export function listRevealingSelectors(): { byHover: string[]; byFocus: string[] } {
  const byHover = new Set<string>();
  const byFocus = new Set<string>();
  for (const { selector, style } of listRules()) {
    if (!Object.entries(shown).some(([name, value]) => value.test(style.getPropertyValue(name).trim())))
      continue;
    for (const part of splitSelector(selector)) {
      if (/:focus(?:-within|-visible)?\b|:target\b|:checked\b|\[aria-expanded/.test(part))
        byFocus.add(strip(part));
      else if (part.includes(':hover')) byHover.add(strip(part));
    }
  }
  return {
    byHover: [...byHover].slice(0, SELECTORS_MAX),
    byFocus: [...byFocus].slice(0, SELECTORS_MAX),
  };
}

/** Returns the elements that a selector matches in the document; none if the browser does not know the selector. */
export function matchAll(selector: string): object[] {
  const { all } = (globalThis as unknown as DomWorld).a11yDom as Dom;
  try {
    return [...all(document, selector)];
  } catch {
    return [];
  }
}

/** Yields the rules of all style sheets that apply in this window. */
export function* listRules(): Generator<{ selector: string; style: NonNullable<Rule['style']> }> {
  const open: Rule[] = [];
  for (const sheet of document.styleSheets) {
    try {
      if (!sheet.disabled) open.push(...sheet.cssRules);
    } catch {
      // The style sheet is of another origin.
    }
  }
  for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
    if (rule.media !== undefined && !matchMedia(rule.media.mediaText).matches) continue;
    if (rule.selectorText !== undefined && rule.style !== undefined) {
      yield { selector: rule.selectorText, style: rule.style };
    } else if (rule.cssRules !== undefined) open.push(...rule.cssRules);
  }
}

/** Splits a list of selectors at the commas outside of parentheses. */
export function splitSelector(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** Removes what depends on the state, so that the selector matches elements in any state. */
function strip(selector: string): string {
  // `:is(*)` also stands alone, as in `:hover > ul`.
  return selector.replace(
    /:(?:hover|focus-within|focus-visible|focus|target|checked)\b|\[aria-expanded[^[\]]*\]/g,
    ':is(*)',
  );
}
