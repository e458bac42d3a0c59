import { truncate } from '../../core/text/line.ts';

/** NUL, and Unicode's noncharacters: U+FDD0 to U+FDEF, U+FFFE, U+FFFF and so on. */
const UNFIT = /[\0\p{Noncharacter_Code_Point}]/gu;

/**
 * Returns a string of a page that is safe to store: well-formed Unicode without NUL and noncharacters, which queues
 * refuse, and at most `limit` UTF-16 units. A truncated text ends with `…`. HTML stays unchanged; code that shows it
 * must escape it.
 */
export function sanitizeText(value: string, limit: number): string {
  // Truncated first, because a page may return megabytes.
  return truncate(value, limit).toWellFormed().replace(UNFIT, '\uFFFD');
}
