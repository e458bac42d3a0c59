/** UTF-16 units of folded text that count: the beginning tells elements apart, the rest is edited more often. */
const LENGTH_MAX = 80;

/** Numbers as languages write them: `1,234.5`, `12:30`, `٣`. */
const numbers = /\p{Nd}+(?:[.,:\u00a0'’]\p{Nd}+)*/gu;

/** A text as it tells one element from another: case, white space and the values of counters set aside. */
export function foldedText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u200b\u200e\u200f\u00ad]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(numbers, '#')
    .slice(0, LENGTH_MAX);
}
