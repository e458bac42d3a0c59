import { truncate } from '../../core/text/line.ts';

/** NUL, and the code points that Unicode keeps from ever being characters: U+FDD0 to U+FDEF, U+FFFE, U+FFFF and so on. */
const UNFIT = /[\0\p{Noncharacter_Code_Point}]/gu;

/**
 * Makes a string from a page safe to store: well-formed Unicode without NUL and noncharacters, which queues refuse, and
 * at most `limit` UTF-16 units, the last of which is `…` when something was cut. HTML is left as it is; whoever shows
 * it escapes it.
 */
export function sanitizeText(value: string, limit: number): string {
  // Cut first, because a page may return megabytes.
  return truncate(value, limit).toWellFormed().replace(UNFIT, '\uFFFD');
}
