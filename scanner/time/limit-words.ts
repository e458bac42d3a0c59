/** How many characters a word may be away from a timer, before or behind it. */
const DISTANCE = 600;

/** Names by which scripts begin a timer. */
const TIMER = /set(?:Timeout|Interval)\b/g;

/**
 * Words of scripts that end a session or load a page again. They have no repetition, so a text of any kind takes linear
 * time.
 */
const LIMIT =
  /idle(?!callback)|inactiv|log_?-?o(?:ut|ff)|sign_?-?o(?:ut|ff)|session(?!storage)|expir|auto-?(?:refresh|reload)|location\.(?:href ?=(?!=)|assign|replace|reload)|location ?=(?!=)|history\.go\(|untätig|abmeld|déconn|inactif|cerrarsesi/gi;

/** Returns whether a script begins a timer near words of a time limit. */
export function hasLimitNearTimer(source: string): boolean {
  const limits = listPositions(source, LIMIT);
  if (limits.length === 0) return false;
  let next = 0;
  // Both lists are sorted, so one pass over them is enough.
  for (const timer of listPositions(source, TIMER)) {
    while (next < limits.length && (limits[next] as number) < timer - DISTANCE) next += 1;
    if ((limits[next] ?? Number.POSITIVE_INFINITY) <= timer + DISTANCE) return true;
  }
  return false;
}

/** Returns whether words of a time limit are near a position in a script. @param line, column begin with 0 */
export function isLimitNear(source: string, line: number, column: number): boolean {
  let start = 0;
  for (let at = 0; at < line; at += 1) {
    const end = source.indexOf('\n', start);
    if (end < 0) return false;
    start = end + 1;
  }
  const at = start + column;
  return listPositions(source.slice(Math.max(0, at - DISTANCE), at + DISTANCE), LIMIT).length > 0;
}

function listPositions(source: string, words: RegExp): number[] {
  return [...source.matchAll(words)].map(({ index }) => index);
}
