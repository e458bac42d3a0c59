import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUrlFilter, findGlobFault, isGlobMatch } from '../../../core/crawl/url-glob.ts';
import { compileWildcards, isWildcardMatch } from '../../../core/crawl/wildcards.ts';
import { anyText, expectSoonDone, hold, textOf } from '../../support/hold.ts';

const matches = (pattern: string, text: string) => isWildcardMatch(compileWildcards(pattern), text);

/** The definition of the wildcards, by backtracking: slow, and therefore only for short texts. */
function matchesNaively(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const stars = /^\*+/.exec(pattern)?.[0].length ?? 0;
  if (stars > 0) {
    const rest = pattern.slice(stars);
    if (matchesNaively(rest, text)) return true;
    return text !== '' && (stars > 1 || text[0] !== '/') && matchesNaively(pattern, text.slice(1));
  }
  const isSame = pattern[0] === '?' ? text !== '' && text[0] !== '/' : text[0] === pattern[0];
  return isSame && matchesNaively(pattern.slice(1), text.slice(1));
}

/** URLs whose path ends in at most one slash, as globs compare it. */
const url = fc
  .webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'], size: 'small' })
  .filter((text) => !new URL(text).pathname.endsWith('//'));
const pathOf = (text: string) => new URL(text).pathname + new URL(text).search;
const isGlob = (text: string) => findGlobFault(text) === null;

describe('wildcards', () => {
  it('match what their definition matches', () => {
    const text = textOf(['a', 'b', '/'], 10);
    hold(
      fc.property(textOf(['a', 'b', '/', '?', '*', '**'], 9), text, (pattern, given) => {
        expect(matches(pattern, given)).toBe(matchesNaively(pattern, given));
      }),
      400,
    );
  });

  it('match a text in which any parts were replaced by stars', () => {
    const parts = fc.array(fc.tuple(textOf(['a', '/', 'bc', '-'], 30), fc.boolean()), { maxLength: 20 });
    hold(
      fc.property(parts, (given) => {
        const pattern = given.map(([part, isReplaced]) => (isReplaced ? '**' : part)).join('');
        expect(matches(pattern, given.map(([part]) => part).join(''))).toBe(true);
      }),
    );
  });

  it('take linear time for patterns with many stars', () => {
    // With backtracking, the first of these would take a lifetime.
    hold(
      fc.property(textOf(['*a', '**a', '?', '*b'], 150), fc.nat(2_000), (pattern, length) => {
        expectSoonDone(() => matches(pattern, `${'a'.repeat(length)}c`));
      }),
      30,
    );
  });
});

describe('globs of URLs', () => {
  it('are validated and matched without an exception, for any text', () => {
    const text = fc.oneof(anyText, textOf(['https://', '/', '*', '?', '%2', 'ß', '[', '..']));
    hold(
      fc.property(text, url, (glob, given) => {
        expect([null, 'string']).toContain(findGlobFault(glob) === null ? null : typeof findGlobFault(glob));
        if (isGlob(glob)) isGlobMatch(glob, given);
      }),
    );
  });

  it('match the URL that they are built from', () => {
    hold(
      fc.property(url, (given) => {
        for (const glob of [pathOf(given), new URL(given).origin + pathOf(given)])
          if (isGlob(glob)) expect(isGlobMatch(glob, given), glob).toBe(true);
      }),
    );
  });

  it('do not depend on percent-encoding or on a slash at the end of the path', () => {
    const glob = textOf(['/', 'a', 'ß', '*', '**', '-', 'ä b'], 6).map((text) => `/${text}`);
    const path = textOf(['/', 'a', 'ß', '-', 'ä b'], 6).map((text) => `https://www.example.com/${text}`);
    hold(
      fc.property(glob, path, (given, address) => {
        if (!isGlob(given)) return;
        const expected = isGlobMatch(given, address);
        expect(isGlobMatch(encodeURI(given), address)).toBe(expected);
        expect(isGlobMatch(given, encodeURI(address))).toBe(expected);
        expect(isGlobMatch(given, `${address}/`)).toBe(expected);
      }),
      150,
    );
  });

  it('choose URLs that an included one and no excluded one matches', () => {
    const globs = fc.array(fc.constantFrom('/**', '/a/*', '/a**', '/?', '/b/**', '/*/a'), { maxLength: 3 });
    const path = textOf(['a', 'b', '/'], 5).map((text) => `https://www.example.com/${text}`);
    hold(
      fc.property(globs, globs, path, (includeUrls, excludeUrls, address) => {
        const isAny = (all: string[]) => all.some((glob) => isGlobMatch(glob, address));
        const expected = (includeUrls.length === 0 || isAny(includeUrls)) && !isAny(excludeUrls);
        expect(createUrlFilter({ includeUrls, excludeUrls })(address)).toBe(expected);
      }),
    );
  });
});
