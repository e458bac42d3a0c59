/** A key that a text names, with its modifiers. */
export interface KeyHint {
  key: string;
  shift: boolean;
  control: boolean;
  alt: boolean;
}

/** UTF-16 units of a text that are searched. */
const MAX_TEXT = 50_000;
const MODIFIER = '(?:ctrl|control|strg|alt|option|shift|umschalt|maj|mayús|maiusc)';
const hint = new RegExp(`((?:\\b${MODIFIER} ?[+-] ?){0,3})\\b(esc|escape|échap|f\\d{1,2}|[a-z])\\b`, 'giu');

/** Returns the keys that a text names, each as the keys to press. A letter counts only with Ctrl or Alt. */
export function findKeyHints(text: string): KeyHint[][] {
  const found = new Map<string, KeyHint[]>();
  for (const [, modifiers = '', name = ''] of text.slice(0, MAX_TEXT).matchAll(hint)) {
    const control = /ctrl|control|strg/i.test(modifiers);
    const alt = /alt|option/i.test(modifiers);
    const shift = /shift|umschalt|maj|mayús|maiusc/i.test(modifiers);
    const isLetter = name.length === 1;
    if (isLetter && !control && !alt) continue;
    const isEscape = /^(?:esc|échap)/i.test(name);
    const key = isEscape ? 'Escape' : isLetter ? name.toLowerCase() : name.toUpperCase();
    found.set(`${modifiers} ${key}`.toLowerCase(), [{ key, shift, control, alt }]);
  }
  return [...found.values()];
}
