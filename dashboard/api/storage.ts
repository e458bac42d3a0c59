/** Returns what `use` returns; undefined if the browser denies storage, which every access to it can do. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
