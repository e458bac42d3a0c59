import { describe, expect, test } from 'vitest';
import { findJsonFault } from '../../../core/text/json-fault.ts';

const jsonFault = (text: string) => findJsonFault(text, { depthMax: 50, uniqueNames: true });

describe('the position of the first JSON error', () => {
  test.each([
    ['an empty text', '', 1, 1, 'the text ends too early; a value is expected here'],
    ['a comma before }', '{\n  "a": 1,\n}', 3, 1, "a member's name"],
    ['a comma before ]', '[1,\n]', 2, 1, 'a value is expected'],
    ['a missing comma', '{"a": 1\n "b": 2}', 2, 2, ', or } is expected'],
    ['a missing colon', '{"a" 1}', 1, 6, ': is expected'],
    ['single quotes', "{'a': 1}", 1, 2, "a member's name"],
    ['a comment', '{\n  // hello\n}', 2, 3, "a member's name"],
    ['text after the end', '{}\n{}', 2, 1, 'nothing more'],
    ['an early end', '{"a": [1', 1, 9, 'the text ends too early; , or ] is expected here'],
    ['an end after a colon', '{"a":', 1, 6, 'the text ends too early; a value is expected here'],
    ['a string that does not end', '{"a": "b', 1, 7, 'the text in quotes is not well-formed'],
    ['a name that does not end', '{"a', 1, 2, 'the text in quotes is not well-formed'],
    ['an unknown escape', '["a", "\\x"]', 1, 7, 'the text in quotes is not well-formed'],
    ['a string without a comma before it', '["a" "b', 1, 6, ', or ] is expected'],
    ['a string after the end', '{} "a', 1, 4, 'nothing more'],
    ['a line feed in a string', '{"a": "b\nc"}', 1, 7, 'the text in quotes is not well-formed'],
    ['a number with a zero in front', '[01]', 1, 3, ', or ] is expected'],
    ['the wrong bracket', '[1}', 1, 3, ', or ] is expected'],
    ['a bare word', 'yes', 1, 1, 'a value is expected'],
    ['a duplicate member', '{"a": 1,\n "b": {"a": 1}, "\\u0061": 2}', 2, 17, 'occurs twice'],
  ])('is found for %s', (_, text, line, column, message) => {
    expect(jsonFault(text)).toEqual({ line, column, message: expect.stringContaining(message) });
  });

  test('is found after a string of 10 MB', () => {
    const string = `"${'abcdef\\n'.repeat(1_250_000)}"`;
    expect(jsonFault(`[${string}, x]`)).toMatchObject({ column: string.length + 4 });
    expect(jsonFault(`[${string.slice(0, -1)}`)).toMatchObject({ column: 2 });
  });

  test('does not exist for texts that JSON.parse accepts', () => {
    const texts = [
      '{}',
      '[]',
      ' null ',
      '-1.5e+3',
      '"\\u00e9\\n"',
      '{"a": [1, {"b": [[], {}]}], "c": "}"}',
      '1.',
      '.5',
      '"',
      '[,]',
      '{,}',
      '[1 2]',
      '+1',
      '"\\x"',
      '\ufeff{}',
      '{"a":}',
      'tru',
      '[[[[[[]]]]]]',
      '\u00a0{}',
    ];
    for (const text of texts) {
      let sound = true;
      try {
        JSON.parse(text);
      } catch {
        sound = false;
      }
      expect([text, jsonFault(text) === null]).toEqual([text, sound]);
    }
  });

  test('is found in deep nesting, which is rejected, and in long strings', () => {
    expect(jsonFault('['.repeat(50) + ']'.repeat(50))).toBeNull();
    expect(jsonFault('['.repeat(50_000) + ']'.repeat(50_000))?.message).toContain('more than 50 levels');
    expect(jsonFault(JSON.stringify({ a: 'x"\\'.repeat(30_000) }))).toBeNull();
  });

  test('exists exactly if JSON.parse rejects the text, for mutations of a JSON text', () => {
    const seed = '{"a":[1,-2.5e+3,"x\\n\\u00e9",{"b":null,"c":[true,false,[]]},{}],"d":""} ';
    const pieces = [
      '',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '0',
      '-',
      '.',
      'e',
      '\\',
      '\n',
      '\u0001',
      'é',
      'null',
      ' ',
    ];
    const wrong: string[] = [];
    for (let at = 0; at <= seed.length; at++) {
      for (const piece of pieces) {
        for (const cut of [0, 1]) {
          const text = seed.slice(0, at) + piece + seed.slice(at + cut);
          if ((findJsonFault(text) === null) !== isJson(text)) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is found for any nesting, and for duplicate names only if requested', () => {
    expect(findJsonFault('['.repeat(200_000))?.message).toBe(
      'the text ends too early; a value or ] is expected here',
    );
    expect(findJsonFault(`"${'a'.repeat(200_000)}"`)).toBeNull();
    expect(findJsonFault('{"a": 1, "a": 2}')).toBeNull();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
