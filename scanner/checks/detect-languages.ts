import { type DeclaredText, PHRASE_LETTERS, SHORT_LETTERS, type TextLanguage } from './in-page/text-parts.ts';

/** Minimum number of letters of a text whose language is detected. */
const LETTERS_MIN = 10;
/** Part of the score of the detected language that the declared language must stay below, by number of letters. */
const CLEAR_RATIO = 0.85;
const SHORT_CLEAR_RATIO = 0.7;
const PHRASE_CLEAR_RATIO = 0.5;

/** Languages that are too similar to be distinguished in a short text. */
const similar: readonly (readonly string[])[] = [
  ['no', 'nb', 'nn', 'da'],
  ['hr', 'sr', 'bs', 'sh', 'sl'],
  ['cs', 'sk'],
  ['ms', 'id'],
  ['hi', 'mr', 'ne'],
  ['ar', 'fa', 'ur', 'ku'],
  ['ru', 'uk', 'be', 'bg', 'mk', 'sr'],
  ['zh', 'ja'],
  ['he', 'iw', 'yi'],
  ['ca', 'es', 'pt', 'gl'],
];
/** Languages that the detection does not know, but one that is similar. */
const unknownButSimilar: ReadonlySet<string> = new Set([
  'nb',
  'nn',
  'bs',
  'sh',
  'id',
  'ne',
  'mk',
  'iw',
  'gl',
]);

/** Detects the languages of texts, outside of the page because the data are too large to send there. */
export async function detectLanguages(texts: readonly DeclaredText[]): Promise<TextLanguage[]> {
  const { eld } = await import('eld/extrasmall');
  const known = new Set(Object.values(eld.info().Languages));
  return texts.map(({ lang, text }): TextLanguage => {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    const unknown = { detected: null, isOther: false, letters };
    if (letters < LETTERS_MIN) return unknown;
    const result = eld.detect(text);
    if (result.language === '' || !result.isReliable()) return unknown;
    const detected = result.language;
    const [declared = ''] = lang.toLowerCase().split(/[-_]/);
    if (!known.has(declared) && !unknownButSimilar.has(declared)) return { ...unknown, detected };
    const group = [declared, ...similar.filter((each) => each.includes(declared)).flat()];
    const scores = result.getScores();
    const top = scores[detected] ?? 0;
    const ratio =
      letters < PHRASE_LETTERS
        ? PHRASE_CLEAR_RATIO
        : letters < SHORT_LETTERS
          ? SHORT_CLEAR_RATIO
          : CLEAR_RATIO;
    const isOther = !group.includes(detected) && group.every((code) => (scores[code] ?? 0) < top * ratio);
    return { detected, isOther, letters };
  });
}
