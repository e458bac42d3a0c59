/** A line is longer than allowed. */
export class LineTooLongError extends Error {
  override name = 'LineTooLongError';
}

/**
 * Splits bytes into lines, without their ends. Text after the last line feed is not a line, because it may be cut.
 * @param lengthMax maximum length of a line in bytes
 * @throws LineTooLongError
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  lengthMax: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    let from = 0;
    for (let at = part.indexOf(0x0a); at >= 0; at = part.indexOf(0x0a, from)) {
      parts.push(part.subarray(from, at));
      yield Buffer.concat(parts).toString();
      parts = [];
      length = 0;
      from = at + 1;
    }
    if (from === part.length) continue;
    parts.push(part.subarray(from));
    length += part.length - from;
    if (length > lengthMax) throw new LineTooLongError(`a line has more than ${lengthMax} bytes`);
  }
}
