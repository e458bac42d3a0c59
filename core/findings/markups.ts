import { hasDigest, packDigests } from './packed-digests.ts';

/** Elements of a page, its frames included, whose markup is kept. */
export const MARKUPS_MAX = 20_000;

/** The markups of a page's elements as its result keeps them. @param markups as `markupOf` makes them */
export function packMarkups(markups: Iterable<string>): string {
  return packDigests(markups);
}

/** Whether an element of exactly this markup was on the page. */
export function hasMarkup(packed: string, markup: string): boolean {
  return hasDigest(packed, markup);
}
