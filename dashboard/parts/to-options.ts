/** Returns the options of a select field from their labels. @param all label of an option that chooses none of them */
export function toOptions(
  names: Readonly<Record<string, string>>,
  all?: string,
): { value: string; label: string }[] {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return all === undefined ? options : [{ value: '', label: all }, ...options];
}
