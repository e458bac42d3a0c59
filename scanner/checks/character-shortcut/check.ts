import type { ListenerFact } from '../../page/in-page/listeners.ts';
import { askReview, type Check, pass } from '../check.ts';
import type { CheckedPage } from '../in-page/checked-page.ts';
import { listTextParts } from '../in-page/text-parts.ts';

const QUESTION =
  'Can users turn off this shortcut, change it, or does it act only while a control has the focus?';
const keyEvents: ReadonlySet<string> = new Set(['keydown', 'keyup', 'keypress']);
/** Codes of the keys with letters and digits. */
const CODE_MIN = 48;
const CODE_MAX = 90;
const MODIFIERS = /ctrlKey|altKey|metaKey|getModifierState|\bmod\b|Ctrl|Control/;
/** What follows `return` if nothing else is done: the end of the statement, perhaps behind a constant. */
const NO_VALUE = /^(?:[^\S\n]*(?:true|false|null|undefined|void 0))?[^\S\n]*(?:[;}\n]|$)/;
/** A condition to return early, up to the word "return". */
const CONDITION = /^if\s?\([^{};]*\)\s?\{?\s*$/;
const NEGATED_USE =
  /!\s?(?:\w{1,40}\.)?(?:ctrlKey|altKey|metaKey|getModifierState\([^)]{0,20}\))|!\s?\((?:[\w.]{1,50}(?:ctrlKey|altKey|metaKey)[\s|]{0,4}){1,4}\)/g;
/** Comparisons of the key: with a character, the name of its key or its number, in any order. */
const comparisons = [
  /\.key\s?={2,3}\s?["'`]([^"'`\\\s])["'`]/g,
  /["'`]([^"'`\\\s])["'`]\s?={2,3}\s?\w{1,40}\.key\b/g,
  /\.code\s?={2,3}\s?["'`](?:Key|Digit)(\w)["'`]/g,
  /\bcase\s?["'`]([^"'`\\\s])["'`]\s?:/g,
];
const codes = [
  /\.(?:keyCode|which|charCode)\s?={2,3}\s?(\d{2,3})\b/g,
  /\b(\d{2,3})\s?={2,3}\s?\w{1,40}\.(?:keyCode|which|charCode)\b/g,
];

const READS_KEY = /\.(?:key|code|keyCode|which)\b/;
const TEXT_MAX = 2_000;
/** An instruction to press a character in quotation marks, or a sign: what is neither a letter nor a word. */
const INSTRUCTION =
  /(?:press|hit|type|drücken|drücke|appuyez sur|pulse|presione) (?:["“„'‘«](\S)["”“'’»]|([^\p{L}\s"“„'‘«])(?=[\s).,;]|$))/giu;
const SETTING = /shortcut|hotkey|\bctrl\b|single key|tastenkürzel|tastatur|strg|raccourci|atajo/i;

/** Tests the listeners of keys that act on the whole page. */
export const check: Check = function* (page) {
  if (!page.isWhole) return;
  const ofBody = page.byTag('html', 'body').flatMap((element) => page.listeners(element));
  const listeners = [...page.documentListeners(), ...ofBody].filter(({ type }) => keyEvents.has(type));
  if (listeners.length === 0) return;
  const named = listeners.some(({ source }) => READS_KEY.test(source)) ? listNamedCharacters(page) : [];
  const characters = [...new Set([...listeners.flatMap(listCharacters), ...named])].sort();
  if (characters.length === 0 || hasSetting(page)) yield pass();
  else yield askReview(page.root, QUESTION, { characters });
};

/** Returns the characters that texts of the page name as shortcuts, also those that a script shows later. */
function listNamedCharacters(page: CheckedPage): string[] {
  return listTextParts(page.root, { withHidden: true })
    .flatMap(({ text }) => [...text.slice(0, TEXT_MAX).matchAll(INSTRUCTION)])
    .map(([, quoted, sign]) => (quoted ?? sign ?? '').toUpperCase());
}

/** True if a control says that it changes shortcuts. */
function hasSetting(page: CheckedPage): boolean {
  return page
    .byTag('input', 'button', 'select', 'a')
    .some((control) => SETTING.test(page.name(control)) && page.isVisible(control));
}

/** Returns the characters that a listener compares keys with; none if it may ask for modifiers. */
function listCharacters({ source }: ListenerFact): string[] {
  if (MODIFIERS.test(removeExclusions(source))) return [];
  const compared = comparisons.flatMap((pattern) => [...source.matchAll(pattern)].map(([, key = '']) => key));
  const numbers = codes.flatMap((pattern) => [...source.matchAll(pattern)].map(([, code]) => Number(code)));
  const typed = numbers.filter((code) => code >= CODE_MIN && code <= CODE_MAX);
  return [...compared, ...typed.map((code) => String.fromCharCode(code))].map((key) => key.toUpperCase());
}

/**
 * Returns the source of a listener without what only excludes modifiers: negated uses, and conditions to return early.
 * A negated use in such a condition asks for the modifier instead.
 */
function removeExclusions(source: string): string {
  const parts = source.split(/\breturn\b/);
  return parts
    .map((part, index) => {
      const start = part.lastIndexOf('if');
      const condition = start === -1 ? '' : part.slice(start);
      const isEarly = NO_VALUE.test(parts[index + 1] ?? '') && CONDITION.test(condition);
      if (!isEarly) return part.replace(NEGATED_USE, '');
      const rest = part.slice(0, start).replace(NEGATED_USE, '');
      return /&&/.test(condition) || condition.match(NEGATED_USE) !== null ? rest + condition : rest;
    })
    .join(' ');
}
