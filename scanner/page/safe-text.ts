/** NUL, and the code points that Unicode keeps from ever being characters: U+FDD0 to U+FDEF, U+FFFE, U+FFFF and so on. */
const unfit = /[\0\p{Noncharacter_Code_Point}]/gu;

/**
 * Makes a string from a page safe to store: well-formed Unicode without NUL and noncharacters, which queues refuse, and
 * at most `limit` UTF-16 units, the last of which is `…` when something was cut. HTML is left as it is; whoever shows
 * it escapes it.
 */
export function safeText(value: string, limit: number): string {
  // Cut first: a page may hand over megabytes.
  const cut = value.length > limit ? `${value.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : value;
  return cut.toWellFormed().replace(unfit, '\uFFFD');
}
