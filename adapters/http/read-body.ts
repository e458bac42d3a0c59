import { BODY_BYTES_MAX } from '../../core/api/call-limits.ts';
import { Problem } from '../../core/problems/problem.ts';
import { findJsonFault } from '../../core/text/json-fault.ts';
import type { ApiEvent, ApiMiddleware } from './call.ts';
import { getHeaderValues } from './headers.ts';

/**
 * Returns a middleware that parses the JSON body of a call. It checks the media type, the size and the syntax, but not
 * the content.
 */
export function readBody(): ApiMiddleware {
  return {
    before: ({ event }) => {
      event.call.json = parseBody(event);
    },
  };
}

/**
 * Returns the body of a request as parsed JSON.
 * @throws Problem unsupported-media-type, body-too-large or malformed-json
 */
export function parseBody(
  event: Pick<ApiEvent, 'body' | 'isBase64Encoded' | 'headers' | 'multiValueHeaders'>,
): unknown {
  requireJson(getHeaderValues(event, 'Content-Type'), getHeaderValues(event, 'Content-Encoding'));
  const text = decode(event.body ?? '', event.isBase64Encoded);
  if (text.trim() === '') throw new Problem('malformed-json', 'The body is empty; send a JSON object.');
  let json: unknown;
  let hasLoneSurrogate = false;
  try {
    json = JSON.parse(text, (name, value) => {
      hasLoneSurrogate ||= !name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed());
      return value;
    });
  } catch {
    const fault = findJsonFault(text);
    const where = fault ? ` at line ${fault.line}, column ${fault.column}: ${fault.message}` : '';
    throw new Problem('malformed-json', `The body is not well-formed JSON${where}.`);
  }
  // JSON can contain lone surrogates as escapes, but they cannot be stored or sent as UTF-8 (RFC 7493, 2.1).
  if (hasLoneSurrogate)
    throw new Problem(
      'malformed-json',
      'The body contains a lone surrogate (half of a UTF-16 surrogate pair). Send well-formed Unicode.',
    );
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
    throw new Problem('malformed-json', 'The body is not well-formed UTF-8. Send UTF-8.');
  }
}
