/** A key that a text names, with its modifiers. */
export interface KeyHint {
  key: string;
  shift: boolean;
  control: boolean;
  alt: boolean;
}

/** The keys that a text names; those after words such as "press" first. */
export interface KeyHints {
  /** Each as the keys to press. */
  toPress: KeyHint[][];
  /** Keys that lead out by the text, but could type, delete, submit or follow something, so they are not pressed. */
  others: KeyHint[];
}

/** UTF-16 units of a text that are searched, and of the text in front of a key and behind it. */
const MAX_TEXT = 50_000;
const MAX_BESIDE = 40;
const MODIFIER = '(?:ctrl|control|strg|alt|option|shift|umschalt|maj|mayús|maiusc)';
/** Names of keys by what browsers call them. */
const names: Readonly<Record<string, string>> = {
  Escape: 'esc|escape|échap',
  Home: 'home|pos1',
  End: 'end|ende',
  Insert: 'insert|einfg',
  Enter: 'enter|return|eingabe|eingabetaste|entrée|intro|invio',
  Space: 'space|spacebar|leertaste|espace|espacio',
  Delete: 'delete|del|entf|suppr|supr',
  Backspace: 'backspace|rücktaste',
};
const entries = Object.entries(names).flatMap(([key, words]) =>
  words.split('|').map((word) => [word, key] as const),
);
const keyByName = new Map(entries);
/** Keys that change, submit or follow nothing by themselves. */
const HARMLESS = /^(?:Escape|Home|End|Insert|F\d+)$/;
const hint = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:${MODIFIER}(?: ?[+-] ?| )){0,3})(["“„'‘«]?)` +
    `(${Object.values(names).join('|')}|f\\d{1,2}|[a-z])(?![\\p{L}\\p{N}])`,
  'giu',
);
/** The end of a text that asks to press what follows. */
const ASKING =
  /(?<!\p{L})(?:press|pressing|hit|push|use|drücken|drücken sie|drücke|benutzen sie|appuyez sur|utilisez|pulse|presione|premi|premere|druk op)(?: (?:the|die|la|le|el|il|de))?(?: (?:key|taste|touche|tecla|tasto))? ?$/iu;
/** Words beside a key that leads out. */
const LEAVING = /leav|exit|escap|out of|move on|get out|verlass|verlässt|quitt|sortir|salir|uscire|verlaten/i;
const CLOSING = /^["”“'’»]/;
const KEY = /^["”“'’»]?[ -](?:key|taste)\b/i;
/** The begin of a text behind a letter that is not the article of the next word. */
const NO_WORD = /^(?! ?\p{L})|^ (?:to|or|and|zu|um|oder|pour|ou|para|per)\b/iu;

/** Returns the keys that a text names. What can also be another word needs a sign that it is a key. */
export function findKeyHints(text: string): KeyHints {
  const searched = text.slice(0, MAX_TEXT);
  const found = new Map<string, { hint: KeyHint; isAsked: boolean; isLeaving: boolean }>();
  for (const match of searched.matchAll(hint)) {
    const [all, modifiers = '', opening = '', name = ''] = match;
    const before = searched.slice(Math.max(0, match.index - MAX_BESIDE), match.index);
    const isAsked = ASKING.test(before);
    const end = match.index + all.length;
    const behind = searched.slice(end, end + MAX_BESIDE);
    // Without a sign between them, these can be other words, such as "option B".
    if (!isAsked && /(?:control|option) $/i.test(modifiers)) continue;
    const control = /ctrl|control|strg/i.test(modifiers);
    const alt = /alt|option/i.test(modifiers);
    const shift = /shift|umschalt|maj|mayús|maiusc/i.test(modifiers);
    const isLetter = name.length === 1;
    const isQuoted = isLetter && opening !== '' && CLOSING.test(behind);
    const isWord = isLetter && !/^[B-Z]$/.test(name) && !NO_WORD.test(behind);
    const key = keyByName.get(name.toLowerCase()) ?? (isLetter ? name.toLowerCase() : name.toUpperCase());
    const isCertain = control || alt || key === 'Escape' || /^F\d/.test(key);
    const isNamed = isQuoted || (name.toLowerCase() !== 'a' && KEY.test(behind));
    if (!isCertain && !isNamed && (!isAsked || isWord)) continue;
    const id = `${modifiers} ${key}`.toLowerCase();
    const known = found.get(id);
    found.set(id, {
      hint: { key, shift, control, alt },
      isAsked: isAsked || known?.isAsked === true,
      isLeaving: LEAVING.test(`${before} ${behind}`) || known?.isLeaving === true,
    });
  }
  const sorted = [...found.values()].sort((one, other) => Number(other.isAsked) - Number(one.isAsked));
  // Shift+Insert pastes.
  const mayPress = ({ hint: { key, shift, control, alt } }: { hint: KeyHint }) =>
    key.length === 1 ? control || alt : HARMLESS.test(key) && !(shift && key === 'Insert');
  return {
    toPress: sorted.filter(mayPress).map((each) => [each.hint]),
    others: sorted.filter((each) => each.isLeaving && !mayPress(each)).map((each) => each.hint),
  };
}
