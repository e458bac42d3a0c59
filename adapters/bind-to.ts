// biome-ignore lint/suspicious/noExplicitAny: the functions have different parameters; `Bound` keeps their types
type Functions<First> = Record<string, (first: First, ...rest: any[]) => unknown>;

type Bound<First, Given extends Functions<First>> = {
  [Name in keyof Given]: Given[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * Returns functions with the first parameter bound, as the dependencies of a use case. The first parameter of each
 * table function is a `Store`, that of each bucket function a `ReportBucket`.
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
