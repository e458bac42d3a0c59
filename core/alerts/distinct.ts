/** True if no text is in a list twice. */
export const isDistinct = (values: readonly string[]) => new Set(values).size === values.length;
