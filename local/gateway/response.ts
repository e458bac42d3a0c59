/** A response as it is written to the connection. */
export type WireResponse = { statusCode: number; headers: [name: string, value: string][]; body: Buffer };

/** Lambda rejects larger results of a synchronous invocation. Measured on the serialized JSON. */
export const LARGEST_RESULT_BYTES = 6 * 1024 * 1024;

/** The function's result is malformed. API Gateway responds with 502 "Internal server error". */
export class MalformedResponseError extends Error {
  override name = 'MalformedResponseError';
}

const knownMembers = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);

/**
 * Converts a function's result to a response. Rejects what API Gateway rejects: a result that is not an object, a
 * status that is not an integer from 100 to 599, a body that is not a string, header values that are not text,
 * unknown members.
 *
 * @param result what the function returned
 * @throws MalformedResponseError saying what is wrong
 */
export function toWireResponse(result: unknown): WireResponse {
  if (result === null || typeof result !== 'object' || Array.isArray(result)) {
    throw new MalformedResponseError('the result is not an object');
  }
  const unknown = Object.keys(result).filter((name) => !knownMembers.has(name));
  if (unknown.length > 0) throw new MalformedResponseError(`unknown members: ${unknown.join(', ')}`);
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result as Record<string, unknown>;

  const status = typeof statusCode === 'string' ? Number(statusCode) : statusCode;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599) {
    throw new MalformedResponseError(`statusCode ${JSON.stringify(statusCode)} is not a status code`);
  }
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw new MalformedResponseError('body is not a string');
  }
  if (isBase64Encoded !== undefined && typeof isBase64Encoded !== 'boolean') {
    throw new MalformedResponseError('isBase64Encoded is not a boolean');
  }
  return {
    statusCode: status,
    headers: mergeHeaders(headers, multiValueHeaders),
    // Without binary media types, API Gateway passes base64 on as text.
    body: Buffer.from(body ?? '', 'utf8'),
  };
}

/** Merges both header members. If both name a header, the values of `multiValueHeaders` win. */
function mergeHeaders(single: unknown, multiple: unknown): [string, string][] {
  const result: [string, string][] = [];
  const multi = Object.entries(requireObject(multiple, 'multiValueHeaders'));
  const taken = new Set(multi.map(([name]) => name.toLowerCase()));
  for (const [name, value] of Object.entries(requireObject(single, 'headers'))) {
    if (!taken.has(name.toLowerCase())) result.push([name, toHeaderText(name, value)]);
  }
  for (const [name, values] of multi) {
    if (!Array.isArray(values)) throw new MalformedResponseError(`multiValueHeaders.${name} is not a list`);
    for (const value of values) result.push([name, toHeaderText(name, value)]);
  }
  return result;
}

function requireObject(value: unknown, name: string): object {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new MalformedResponseError(`${name} is not an object`);
  return value;
}

function toHeaderText(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new MalformedResponseError(`the value of header ${name} is not text`);
  }
  return String(value);
}
