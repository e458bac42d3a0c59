import { type FoundExpression, listHostileTexts } from './expressions.ts';

/** Length at which quadratic time already shows, in UTF-16 units. */
const LONG = 12_000;
/** The length whose time is compared with that. Longer texts show the same growth, and take seconds to show it. */
const SHORT = LONG / 4;
/** CPU milliseconds below which no growth is measured: far more than linear time needs for a long text. */
const UNSUSPICIOUS_MS = 3;
/** The same for a short text, whose quadratic time is a sixteenth. */
const UNSUSPICIOUS_SHORT_MS = 0.3;
/** Linear time grows four times from the short to the long text, quadratic time sixteen times. */
const GROWTH_MAX = 8;
const ROUNDS = 3;

/** Returns the CPU milliseconds of a search for all matches: the smallest of several, because others share the CPU. */
function measure(expression: RegExp, text: string, times: number): number {
  const flags = expression.sticky || expression.global ? expression.flags : `${expression.flags}g`;
  const search = new RegExp(expression.source, flags);
  const costs = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    if (search.sticky) search.exec(text);
    else text.replace(search, '');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

/** Returns whether a part of an expression may match any number of times, or a large one. */
function hasQuantifier({ source }: RegExp): boolean {
  return /[*+?{]/.test(source.replace(/\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gs, ''));
}

/**
 * Returns how an expression takes more than linear time; empty if it does not.
 *
 * @param withPairs repeats also each two pieces of the expression, which takes several times as long
 */
export function findSuperlinear(
  { name, expression }: FoundExpression,
  { withPairs }: { withPairs: boolean },
): string[] {
  if (!hasQuantifier(expression)) return [];
  for (const build of listHostileTexts(expression, { withPairs })) {
    if (measure(expression, build(SHORT), 1) < UNSUSPICIOUS_SHORT_MS) continue;
    const long = build(LONG);
    if (measure(expression, long, 1) < UNSUSPICIOUS_MS) continue;
    if (measure(expression, long, 3) < UNSUSPICIOUS_MS) continue;
    const short = build(SHORT);
    // Other processes may delay one of the measurements: growth that is not linear is found each time.
    const growths = Array.from(
      { length: ROUNDS },
      () => measure(expression, long, 1) / measure(expression, short, 3),
    );
    const growth = Math.min(...growths);
    if (growth > GROWTH_MAX)
      return [
        `${name} takes ${growth.toFixed(0)} times as long for 4 times ${JSON.stringify(short.slice(0, 40))}`,
      ];
  }
  return [];
}
