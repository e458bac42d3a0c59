/** The language of the texts. A bundle has one language; another one is another set of files like `text/en`. */
export const LOCALE = 'en';

const rules = new Intl.PluralRules(LOCALE);
const ordinalRules = new Intl.PluralRules(LOCALE, { type: 'ordinal' });
const ordinalSuffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
const numbers = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

/** The variants of a text by number. Languages with more plural categories use more of them. */
export type Plurals = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns a number with the variant of a text that belongs to it, such as `2 days`. */
export function formatCount(count: number, variants: Plurals): string {
  return `${numbers.format(count)} ${variants[rules.select(count)] ?? variants.other}`;
}

/** Returns a part of a whole in percent, such as `2.5%`. @param whole not 0 */
export function formatShare(part: number, whole: number): string {
  return percents.format(part / whole);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Returns the ordinal of a whole number, such as `21st`. */
export function formatOrdinal(value: number): string {
  return `${value}${ordinalSuffixes[ordinalRules.select(value)]}`;
}

/** Returns names as a list in a sentence, such as `a, b and c`. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);
}
