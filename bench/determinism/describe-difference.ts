const VALUE_MAX = 200;
const LINES_MAX = 8;

/** Returns lines with the members of two JSON values that differ, e.g. `findings.3.nodes.0.html: "a" | "b"`. */
export function describeDifference(one: unknown, other: unknown): string {
  const lines = listDifferences(one, other, []);
  const rest = lines.length > LINES_MAX ? [`  and ${lines.length - LINES_MAX} more`] : [];
  return [...lines.slice(0, LINES_MAX), ...rest].join('\n');
}

function listDifferences(one: unknown, other: unknown, path: readonly string[]): string[] {
  if (Object.is(one, other)) return [];
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].flatMap((key) => listDifferences(one[key], other[key], [...path, key]));
  }
  return [`  ${path.join('.')}: ${format(one)} | ${format(other)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function format(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, VALUE_MAX);
}
