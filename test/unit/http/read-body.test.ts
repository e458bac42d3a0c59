import { describe, expect, it } from 'vitest';
import { parseBody } from '../../../adapters/http/read-body.ts';
import { BODY_BYTES_MAX } from '../../../core/api/call-limits.ts';

const json = { 'content-type': ['application/json'] };

function read(
  body: string | null,
  headers: Record<string, string[]> = json,
  isBase64Encoded = false,
): unknown {
  try {
    return parseBody({ body, isBase64Encoded, headers: {}, multiValueHeaders: headers });
  } catch (error) {
    return error;
  }
}

const problem = (code: string) => expect.objectContaining({ code });

describe('a JSON body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/vnd.x+json',
  ])('is read if declared as %s', (type) => {
    expect(read('{"a":1}', { 'Content-Type': [type] })).toEqual({ a: 1 });
  });

  it.each([
    ['nothing', {}],
    ['a form', { 'content-type': ['application/x-www-form-urlencoded'] }],
    ['another charset', { 'content-type': ['application/json; charset=utf-16'] }],
    ['two types', { 'content-type': ['application/json', 'text/plain'] }],
    ['a compressed body', { ...json, 'content-encoding': ['gzip'] }],
  ])('is rejected if declared as %s', (_, headers) => {
    expect(read('{}', headers as Record<string, string[]>)).toEqual(problem('unsupported-media-type'));
  });

  it('is decoded from base64, and rejected if it is not UTF-8', () => {
    expect(read(Buffer.from('{"a":"é"}').toString('base64'), json, true)).toEqual({ a: 'é' });
    expect(read(Buffer.from([0x22, 0xff, 0x22]).toString('base64'), json, true)).toEqual(
      problem('malformed-json'),
    );
  });

  it.each(['{"a":"\\ud800"}', '["\\udc00\\ud800"]', '{"\\udfff":1}'])(
    'is rejected if it contains an unpaired surrogate: %s',
    (body) => {
      expect(read(body)).toEqual(problem('malformed-json'));
    },
  );

  it('may have up to 256 KB of UTF-8', () => {
    const filled = (bytes: number) => `"${'é'.repeat((bytes - 2) / 2)}"`;
    expect(read(filled(BODY_BYTES_MAX))).toHaveLength((BODY_BYTES_MAX - 2) / 2);
    expect(read(filled(BODY_BYTES_MAX + 2))).toEqual(problem('body-too-large'));
  });

  it.each([null, '', '  \n'])('is rejected if it is empty (%j)', (body) => {
    expect(read(body)).toEqual(problem('malformed-json'));
  });

  it('is rejected with the position of its error', () => {
    expect(read('{\n  "a": 1,\n  b: 2\n}')).toEqual(
      expect.objectContaining({
        code: 'malformed-json',
        detail: expect.stringContaining("line 3, column 3: a member's name in double quotes"),
      }),
    );
  });
});
