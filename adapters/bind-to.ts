// biome-ignore lint/suspicious/noExplicitAny: each function has parameters of its own, which `Bound` keeps
type Functions<First> = Record<string, (first: First, ...rest: any[]) => unknown>;

type Bound<First, Given extends Functions<First>> = {
  [Name in keyof Given]: Given[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * Returns functions with their first parameter given, as the dependencies of a use case: each function of the tables
 * takes a `Store` first, each of the bucket a `ReportBucket`.
 */
export function bindTo<First, Given extends Functions<First>>(
  first: First,
  functions: Given,
): Bound<First, Given> {
  const bound = Object.entries(functions).map(([name, call]) => [
    name,
    (...rest: unknown[]) => call(first, ...rest),
  ]);
  return Object.fromEntries(bound) as Bound<First, Given>;
}
