import { BODY_BYTES_MAX } from '../../core/api/call-limits.ts';
import { Problem } from '../../core/problems/problem.ts';
import { findJsonFault } from '../../core/text/json-fault.ts';
import type { ApiEvent, ApiMiddleware } from './call.ts';
import { getHeaderValues } from './headers.ts';

/** Reads the call's JSON body: its media type, its size, its form. What it must hold is not decided here. */
export function readBody(): ApiMiddleware {
  return {
    before: ({ event }) => {
      event.call.json = parseBody(event);
    },
  };
}

/**
 * The body of a request as parsed JSON.
 * @throws Problem unsupported-media-type, body-too-large or malformed-json
 */
export function parseBody(
  event: Pick<ApiEvent, 'body' | 'isBase64Encoded' | 'headers' | 'multiValueHeaders'>,
): unknown {
  requireJson(getHeaderValues(event, 'Content-Type'), getHeaderValues(event, 'Content-Encoding'));
  const text = decode(event.body ?? '', event.isBase64Encoded);
  if (text.trim() === '') throw new Problem('malformed-json', 'The body is empty; send a JSON object.');
  let json: unknown;
  let halves = false;
  try {
    json = JSON.parse(text, (name, value) => {
      halves ||= !name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed());
      return value;
    });
  } catch {
    const fault = findJsonFault(text);
    const where = fault ? ` at line ${fault.line}, column ${fault.column}: ${fault.message}` : '';
    throw new Problem('malformed-json', `The body is not well-formed JSON${where}.`);
  }
  // They can be escaped in JSON, but neither kept nor sent on as UTF-8 (RFC 7493, 2.1).
  if (halves) throw new Problem('malformed-json', 'The body has half of a surrogate pair in it.');
  return json;
}

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)$/i;
const CHARSET = /^charset="?(?:utf-8|utf8|us-ascii)"?$/i;

function requireJson(types: string[], encodings: string[]): void {
  const [type = '', ...parameters] = (types.length === 1 ? types[0]! : '')
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset=/i.test(parameter));
  if (!JSON_TYPE.test(type) || !charsets.every((parameter) => CHARSET.test(parameter))) {
    throw new Problem('unsupported-media-type', 'Send JSON in UTF-8 with Content-Type: application/json.');
  }
  if (encodings.some((encoding) => !/^(?:identity)?$/i.test(encoding.trim()))) {
    throw new Problem('unsupported-media-type', 'Send the body as it is, without Content-Encoding.');
  }
}

function decode(body: string, isBase64: boolean): string {
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  if (bytes.byteLength > BODY_BYTES_MAX) {
    throw new Problem(
      'body-too-large',
      `The body has ${bytes.byteLength} bytes; ${BODY_BYTES_MAX} are allowed.`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed-json', 'The body is not well-formed UTF-8.');
  }
}
