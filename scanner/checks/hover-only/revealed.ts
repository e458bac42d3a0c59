import { matchAll, readStyleRules, splitSelector, stripStates } from '../in-page/style-rules.ts';

/** Maximum number of selectors that are looked for. A style sheet of a site has a few dozen. */
const SELECTORS_MAX = 200;
/** Values of properties that show what another rule hides. */
const shown: Readonly<Record<string, RegExp>> = {
  display: /^(?!none|inherit|initial|unset|revert)\w/,
  visibility: /^visible$/,
};

/**
 * Returns the elements that a rule shows while the pointer is over an element, and those that a rule shows while the
 * focus is there.
 */
export function findRevealed(): { byHover: ReadonlySet<object>; byFocus: ReadonlySet<object> } {
  const found = { byHover: new Map<string, object>(), byFocus: new Map<string, object>() };
  const add = (selectors: Map<string, object>, selector: string, root: object) => {
    if (selectors.size < SELECTORS_MAX) selectors.set(selector, root);
  };
  for (const { selector, style, root } of readStyleRules().rules) {
    if (!Object.entries(shown).some(([name, value]) => value.test(style.getPropertyValue(name).trim())))
      continue;
    for (const part of splitSelector(selector)) {
      if (/:focus(?:-within|-visible)?\b|:target\b|:checked\b|\[aria-expanded/.test(part))
        add(found.byFocus, stripStates(part), root);
      else if (part.includes(':hover')) add(found.byHover, stripStates(part), root);
    }
  }
  const match = (selectors: ReadonlyMap<string, object>) =>
    new Set([...selectors].flatMap(([selector, root]) => matchAll(selector, root)));
  return { byHover: match(found.byHover), byFocus: match(found.byFocus) };
}
