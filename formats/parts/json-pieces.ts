/**
 * Members of a JSON array one by one, a line each.
 * @param members what `JSON.stringify` takes
 */
export async function* renderJsonArray(
  members: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterable<string> {
  let before = '[';
  for await (const member of members) {
    yield `${before}\n${JSON.stringify(member)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
}
