/**
 * Renders a JSON array member by member, each on its own line.
 * @param members values that `JSON.stringify` accepts
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
