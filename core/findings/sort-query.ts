/** Parameters of a query by name; those of one name in the order in which they are, for it may mean something. */
export function sortQuery(parameters: readonly string[]): string {
  const nameOf = (parameter: string) => parameter.split('=', 1)[0] ?? '';
  return parameters
    .filter((parameter) => parameter !== '')
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
    .join('&');
}
