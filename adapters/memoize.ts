/** Returns a function that creates a value at its first call and returns the same value at each later call. */
export function memoize<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
