import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactQueries } from '../../../core/redaction/redact-queries.ts';
import { listSecretVariants } from '../../../scanner/redact/secret-variants.ts';
import { type SearchText, TextFinder } from '../../../scanner/redact/text-finder.ts';
import { expectSoonDone, hold, textOf } from '../../support/hold.ts';

const around = textOf([
  'https://www.example.com/',
  'a',
  '&b=1',
  '?',
  ' ',
  '/',
  '%26',
  ';',
  '#',
  '"',
  '@',
  '=',
  '%3D',
]);
const harmless = textOf([
  'https://www.example.com/',
  'page=2',
  '?',
  '&',
  'q=token',
  ' ',
  '/',
  '#top',
  '"',
  'country=de',
]);
const secretName = fc.constantFrom(
  'token',
  'access_token',
  'sessionId',
  'API-KEY',
  'key',
  'code',
  'x[secret]',
  'Sig',
);
const secret = fc.stringMatching(/^[0-9A-Z]{12,30}$/);

describe('secrets in URLs', () => {
  it('are redacted at any position of their parameter', () => {
    const before = fc.constantFrom('?', '&', '#', ';', '&amp;', '\\u0026');
    hold(
      fc.property(around, before, secretName, secret, around, (prefix, separator, name, value, suffix) => {
        const text = `${prefix} /path${separator}${name}=${value} ${suffix}`;
        expect(redactQueries(text), text).not.toContain(value);
      }),
      150,
    );
  });

  it('are redacted in a URL that is the parameter of another URL', () => {
    hold(
      fc.property(secretName, secret, fc.constantFrom('', '&more=1', '#top'), (name, value, rest) => {
        const inner = encodeURIComponent(`https://b.example/?${name}=${value}${rest}`);
        const redacted = redactQueries(`https://a.example/?next=${inner}`);
        expect(redacted).not.toContain(value);
      }),
    );
  });

  it('are the only text that is redacted', () => {
    hold(
      fc.property(harmless, (text) => {
        expect(redactQueries(text)).toBe(text);
      }),
    );
  });

  it('are completely redacted after one pass', () => {
    hold(
      fc.property(around, secretName, secret, around, (prefix, name, value, suffix) => {
        const once = redactQueries(`${prefix}&${name}=${value}${suffix}`);
        expect(redactQueries(once)).toBe(once);
      }),
      150,
    );
  });

  it('are found in time proportional to the length of the text', () => {
    hold(
      fc.property(textOf(['?a', '&token=', 'a', '%26', '://', '[', '=', '@'], 4), (piece) => {
        expectSoonDone(() => redactQueries(piece.repeat(5_000)));
      }),
      20,
    );
  });
});

/** Returns every index of a text that the rules of `TextFinder.find` cover, by trying each text at each position. */
function coveredNaively(sought: readonly SearchText[], given: string): Set<number> {
  const covered = new Set<number>();
  const cover = (from: number, to: number) => {
    for (let index = from; index < to; index++) covered.add(index);
  };
  const text = given.toLowerCase();
  const isAlphanumeric = (character: string | undefined) => /[a-z0-9]/.test(character ?? '');
  for (const { text: wanted, wholeWord } of sought.map((each) => ({
    ...each,
    text: each.text.toLowerCase(),
  }))) {
    for (let at = 0; at <= text.length; at++) {
      const to = at + wanted.length;
      const adjoins = isAlphanumeric(text[at - 1]) || isAlphanumeric(text[to]);
      if (text.startsWith(wanted, at) && !(wholeWord && adjoins)) cover(at, to);
      const isCut = at === text.length || text.startsWith('…', at) || text.startsWith('...', at);
      const goesOn = text.startsWith('…', at - 1) || (at >= 3 && text.startsWith('...', at - 3));
      for (let length = wanted.length; length >= 6; length--) {
        if (isCut && text.slice(0, at).endsWith(wanted.slice(0, length))) cover(at - length, at);
        if (goesOn && text.startsWith(wanted.slice(-length), at)) cover(at, at + length);
      }
    }
  }
  return covered;
}

describe('texts of credentials', () => {
  it('are found where their definition finds them, in order and without overlaps', () => {
    const wanted = fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 9 }),
      wholeWord: fc.boolean(),
    });
    hold(
      fc.property(
        fc.array(wanted, { maxLength: 4 }),
        textOf(['a', 'b', 'A', 'ab', ' ', '…', '...'], 30),
        (sought, text) => {
          const ranges = new TextFinder(sought).find(text);
          const merged = new Map<string, SearchText>();
          for (const each of sought)
            merged.set(each.text, {
              ...each,
              wholeWord: each.wholeWord && (merged.get(each.text)?.wholeWord ?? true),
            });
          const expected = [...coveredNaively([...merged.values()], text)].sort((a, b) => a - b);
          const found = ranges.flatMap(([from, to]) =>
            Array.from({ length: to - from }, (_, index) => from + index),
          );
          expect(found).toEqual(expected);
        },
      ),
      150,
    );
  });

  it('are found in every encoding that a page may use', () => {
    const encoded: Record<string, (value: string) => string> = {
      plain: (value) => value,
      percent: encodeURIComponent,
      json: (value) => JSON.stringify(value).slice(1, -1),
      html: (value) =>
        value
          .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
          .replaceAll('&#38;', '&amp;')
          .replaceAll('&#60;', '&lt;')
          .replaceAll('&#62;', '&gt;'),
      hexadecimal: (value) => Buffer.from(value).toString('hex'),
      entities: (value) => Array.from(value, (character) => `&#${character.codePointAt(0)};`).join(''),
      base64: (value) => Buffer.from(value).toString('base64'),
    };
    const value = fc
      .string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 })
      .filter((text) => text.trim() === text);
    hold(
      fc.property(value, fc.constantFrom(...Object.keys(encoded)), (password, way) => {
        const sought = listSecretVariants({
          headers: {},
          cookies: [],
          basic: { username: 'preview', password },
        } as never);
        const shown = encoded[way]?.(password) ?? '';
        const [range] = new TextFinder(sought).find(`<p>${shown}</p>`);
        expect(range, `${way} ${password}`).toBeDefined();
        expect(range?.[0]).toBeLessThanOrEqual(3);
        expect(range?.[1]).toBeGreaterThanOrEqual(3 + shown.length);
      }),
      60,
    );
  });
});
