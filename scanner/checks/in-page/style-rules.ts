import { getDom, listElements } from './keyboard/focus.ts';

interface Style {
  getPropertyValue(name: string): string;
}
interface Rule {
  selectorText?: string;
  style?: Style;
  cssRules?: Iterable<Rule>;
  media?: { mediaText: string };
  styleSheet?: Sheet | null;
}
interface Sheet {
  disabled: boolean;
  cssRules: Iterable<Rule>;
  media: { mediaText: string };
}
/** Members of the page's world that the code below uses. */
declare const document: object;
declare const matchMedia: (query: string) => { matches: boolean };

/** Maximum length of the selector of a nested rule: each level can make it many times as long. */
const SELECTOR_MAX = 2_000;

/** A rule of a style sheet that applies in this window. */
export interface StyleRule {
  selector: string;
  style: Style;
  /** The document or the shadow root that the rule styles. */
  root: object;
}

/** The style rules of a document and of its open shadow roots. */
export interface StyleRules {
  rules: StyleRule[];
  /** False if a style sheet of another origin could not be read. */
  areComplete: boolean;
}

/** Reads the style rules that apply in this window: also nested ones, and those of imported style sheets. */
export function readStyleRules(): StyleRules {
  const { shadowRoot, styleSheets } = getDom();
  const roots = [document, ...[...listElements()].flatMap((element) => shadowRoot(element) ?? [])];
  const rules: StyleRule[] = [];
  let areComplete = true;
  for (const root of roots) {
    const open: { rule: Rule; parent: string | null }[] = [];
    const openSheet = (sheet: Sheet | null) => {
      if (sheet === null || sheet.disabled || !applies(sheet)) return;
      try {
        for (const rule of sheet.cssRules) open.push({ rule, parent: null });
      } catch {
        areComplete = false;
      }
    };
    for (const sheet of styleSheets(root)) openSheet(sheet as Sheet);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { rule, parent } = next;
      if (!applies(rule)) continue;
      if (rule.styleSheet !== undefined) openSheet(rule.styleSheet);
      const selector = rule.selectorText === undefined ? parent : nest(rule.selectorText, parent);
      if (selector !== null && selector.length > SELECTOR_MAX) continue;
      if (selector !== null && rule.style !== undefined) rules.push({ selector, style: rule.style, root });
      for (const inner of rule.cssRules ?? []) open.push({ rule: inner, parent: selector });
    }
  }
  return { rules, areComplete };
}

function applies({ media }: Pick<Rule, 'media'>): boolean {
  return media === undefined || media.mediaText === '' || matchMedia(media.mediaText).matches;
}

/** Returns the selector of a rule that may be nested in another one. */
function nest(selector: string, parent: string | null): string {
  if (parent === null) return selector;
  // `:is` cannot contain a pseudo-element, after which nothing can be nested anyway.
  const outer = `:is(${parent})`;
  return splitSelector(selector)
    .map((part) => (part.includes('&') ? part.replaceAll('&', outer) : `${outer} ${part}`))
    .join(', ');
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

/** Removes what depends on the state from a selector, so that it matches elements in any state. */
export function stripStates(selector: string): string {
  // `:is(*)` also stands alone, as in `:hover > ul`.
  return selector.replace(
    /:(?:hover|focus-within|focus-visible|focus|target|checked)\b|\[aria-expanded[^[\]]*\]/g,
    ':is(*)',
  );
}

/**
 * Returns the elements that a selector matches in a document or shadow root; none if the browser does not know the
 * selector.
 */
export function matchAll(selector: string, root: object = document): object[] {
  try {
    return [...getDom().all(root, selector)];
  } catch {
    return [];
  }
}
