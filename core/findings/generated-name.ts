/**
 * Maximum length of folded text in UTF-16 units: the beginning distinguishes elements, the rest is edited more often.
 */
const LENGTH_MAX = 80;

/** Numbers as languages write them: `1,234.5`, `12:30`, `٣`. */
const NUMBERS = /\p{Nd}+(?:[.,:\u00a0'’]\p{Nd}+)*/gu;

/** Returns a text normalized for comparisons of elements: without differences in case, white space and numbers. */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u200b\u200e\u200f\u00ad]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(NUMBERS, '#')
    .slice(0, LENGTH_MAX);
}

/** Replaces generated parts of a name. */
const GENERATED = '*';

/** Generated parts of names. */
const generated: readonly RegExp[] = [
  // UUIDs.
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  // React's useId: `:r1:`, `«r1»`, `_r_1_`; https://react.dev/reference/react/useId
  /[:«]r[0-9a-z]{0,8}[:»]|_r_[0-9a-z]{1,8}_/gi,
  // Vue's useId: `v-0`, `v-0-1`; https://vuejs.org/api/composition-api-helpers#useid
  /^v(?:-\d+)+$/g,
];

/** Prefixes of the numbered names that libraries generate: first those without, then those with a separator. */
const LIBRARIES =
  /^(?:(?:ember|ext-gen|ext-comp|j_idt|uniqname|id__|menu-r|radix-|tooltip_)|(?:yui|gwt-uid|cke|dijit|aui|tippy|downshift|headlessui|react-aria|rc|mui|mat|cdk|ng|bits|reka|svelte|chakra|mantine|fluent|popover|ui-id|select2|owl|slick-slide|swiper-wrapper)[-_:])[\w:«»-]*\d/i;

const SEPARATORS = /([-_:.\s/]+)/;

/**
 * Returns a name such as an `id` with its generated parts replaced: random parts by `*`, numbers by `#`.
 * @param numbers `keep` if numbers are not generated, as in names of form fields
 * @returns '' if the whole name is generated
 */
export function normalizeName(name: string, numbers: 'fold' | 'keep' = 'fold'): string {
  const text = name.trim();
  if (LIBRARIES.test(text)) return '';
  let rest = text;
  for (const pattern of generated) rest = rest.replace(pattern, GENERATED);
  const named = rest
    .split(SEPARATORS)
    .map((part) => (isRandom(part) ? GENERATED : numbers === 'keep' ? part : part.replace(/\d+/g, '#')))
    .join('');
  const isChosen = /\p{L}{2,}/u.test(named) || named === text;
  return isChosen ? named : '';
}

/** True if a word looks random: a long run of hexadecimal digits, or a mix of digits and letters of both cases. */
export function isRandom(word: string): boolean {
  if (/^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,}$/i.test(word)) return true;
  if (word.length < 6 || !/^[\w$]+$/.test(word)) return false;
  const kinds = word
    .replace(/[^a-zA-Z0-9]/g, '')
    .replace(/[a-z]+/g, 'a')
    .replace(/[A-Z]+/g, 'A')
    .replace(/\d+/g, '0');
  const digits = kinds.split('0').length - 1;
  return digits >= 2
    ? kinds.length >= 5
    : digits === 1 && kinds.length >= 5 && kinds.search(/[aA]/) < kinds.lastIndexOf('A');
}
