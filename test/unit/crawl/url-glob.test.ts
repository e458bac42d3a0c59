import { describe, expect, it } from 'vitest';
import { createUrlFilter, findGlobFault, isGlobMatch } from '../../../core/crawl/url-glob.ts';

const at = (rest: string) => `https://www.example.com${rest}`;

describe('a glob', () => {
  it.each<[string, string[], string[]]>([
    ['/blog/**', ['/blog/a', '/blog/a/b?c=d', '/blog/', '/blog'], ['/blogs', '/a/blog/b', '/Blog/a', '/']],
    ['/blog/*', ['/blog/a', '/blog/a/', '/blog/a?b'], ['/blog/a/b', '/blog/a?b=/c']],
    ['/**', ['/', '/a', '/a/b/c?d#/e'], []],
    ['/', ['/'], ['/a', '/?a']],
    ['/*', ['/', '/a', '/a/'], ['/a/b']],
    ['/shop', ['/shop', '/shop/', '/shop//'], ['/shop?x=1', '/shop/a', '/shops']],
    ['/a?c', ['/abc', '/a?c'], ['/a/c', '/ac']],
    ['/search?q=*', ['/search?q=', '/search?q=x', '/search/?q=x'], ['/search', '/search?p=1&q=x']],
    ['/**print=1**', ['/a/b?print=1', '/print=1', '/a?x&print=1&y'], ['/a?print=2']],
    ['/*/edit', ['/a/edit', '/a/edit/'], ['/edit', '/a/b/edit']],
    ['/**/edit', ['/a/edit', '/a/b/edit'], ['/edit']],
    ['/a*b*c', ['/abc', '/axxbxxbc'], ['/ab', '/a/b/c', '/abcd']],
    ['/a***z', ['/a/b/z', '/az'], ['/a']],
    ['/stra\u00dfe/*', ['/stra\u00dfe/x', '/stra%C3%9Fe/x', '/stra%c3%9fe/x'], ['/strasse/x']],
    ['/stra%c3%9fe', ['/stra\u00dfe'], []],
    ['/admin/**', ['/%61dmin/x', '/%61%64%6D%69%6e/x?y'], ['/%2561dmin/x']],
    ['/%61dmin/**', ['/admin/x', '/%61dmin'], []],
    ['/%7Euser?p=%61', ['/~user?p=a', '/%7euser?%70=a'], []],
    ['/?.txt', ['/%61.txt', '/a%2Etxt'], ['/%2F.txt']],
    ['/a%2fb', ['/a%2Fb'], ['/a/b']],
    ["/o'neill %7bx%7D", ["/o'neill {x}", '/o%27neill%20%7Bx%7D'], []],
    ['/a?x={y}|z', ['/a?x={y}|z'], []],
    ['/a.b+(c)$%5Bd%5d^', ['/a.b+(c)$[d]^', '/a.b+(c)$%5bd%5D^'], ['/aab+(c)$[d]^', '/a.bb(c)$[d]^']],
    ['/a?id[]=*', ['/a?id[]=1', '/a?id%5B%5D=1'], ['/a?id=1']],
    ['/**?id[]=*', ['/b/c?id[]=1'], ['/b?id=1']],
    ['/app#/cart/*', ['/app#/cart/1', '/app/#/cart/1/'], ['/app', '/app#/cart/1/2']],
    ['https://www.example.com/a/**', ['/a/b', '/a'], ['/b']],
    ['https://WWW.EXAMPLE.COM:443/A', ['/A'], ['/a']],
    ['https://*.example.com/**', ['/', '/a/b'], []],
    ['http://www.example.com/**', [], ['/', '/a']],
    ['https://www.example.org/**', [], ['/a']],
    ['https://example.com/**', [], ['/a']],
    ['https://*/a', ['/a'], ['/b/a']],
  ])('%s', (glob, matching, others) => {
    expect(findGlobFault(glob)).toBeNull();
    for (const rest of matching) expect(isGlobMatch(glob, at(rest)), rest).toBe(true);
    for (const rest of others) expect(isGlobMatch(glob, at(rest)), rest).toBe(false);
  });

  it('parses a host as in URLs', () => {
    expect(isGlobMatch('https://m\u00fcller.example/**', 'https://xn--mller-kva.example/a')).toBe(true);
    expect(isGlobMatch('http://a.example:8080/**', 'http://a.example:8080/a')).toBe(true);
    expect(isGlobMatch('http://a.example/**', 'http://a.example:8080/a')).toBe(false);
    expect(findGlobFault('http://[::1]:8080/**')).toBeNull();
    expect(isGlobMatch('http://[::1]:8080/**', 'http://[::1]:8080/a')).toBe(true);
    expect(isGlobMatch('https://*.example/**', 'https://evil.test/.example/a')).toBe(false);
  });

  const startMessage =
    'must begin with / such as /blog/**, or with an origin such as https://www.example.com/blog/**';
  const host = (scheme: string) =>
    `must have a valid host after ${scheme}://, without user name or password; one with wildcards in lower-case ASCII`;
  const bracket = (character: string, encoded: string) =>
    `must not have ${character} in a path, where it has no meaning: write one glob for each alternative, or ${encoded} for the character itself`;
  it.each([
    ['', startMessage],
    ['blog/**', startMessage],
    ['**', startMessage],
    ['*.example.com/**', startMessage],
    ['ftp://example.com/**', startMessage],
    [' /a', startMessage],
    ['^/a$', startMessage],
    ['https:///a', host('https')],
    ['https://a b/c', host('https')],
    ['http://u:p@example.com/**', host('http')],
    ['http://u:p@*.example.com/**', host('http')],
    ['https://*.M\u00fcller.example/**', host('https')],
    ['https://**/a', host('https')],
    ['https://www.example.com', 'must have a path after the host; /** stands for every path'],
    ['/a/../b', 'must not have the segments . and .., because URLs never contain them'],
    ['/a/%2e%2E/b', 'must not have the segments . and .., because URLs never contain them'],
    ['https://a.example/./b', 'must not have the segments . and .., because URLs never contain them'],
    ['/blog/[ab]/**', bracket('[', '%5B')],
    ['/blog/a]', bracket(']', '%5D')],
    ['/{de,fr}/**', bracket('{', '%7B')],
    ['/de}/**', bracket('}', '%7D')],
    ['https://www.example.com/{de,fr}/**', bracket('{', '%7B')],
    ['/a\nb', 'must not contain control characters'],
    ['/a\u202eb', 'must not contain control characters'],
    ['/a\ufffeb', 'must not contain control characters'],
    ['/a\u{10ffff}', 'must not contain control characters'],
    [`/${'\u8a9e'.repeat(40)}`, 'must be at most 300 characters once percent-encoded; it is 361'],
  ])('may not be %j', (text, fault) => {
    expect(findGlobFault(text)).toBe(fault);
  });

  it('reads a text once, with any number of stars', () => {
    // A regular expression would never finish with any of these.
    const text = at(`/${'a'.repeat(1_970)}`);
    for (const glob of [`/${'*a'.repeat(149)}b`, `/${'**a'.repeat(99)}b`, `/${'*?'.repeat(149)}b`]) {
      expect(findGlobFault(glob)).toBeNull();
      expect(isGlobMatch(glob, text)).toBe(false);
      expect(isGlobMatch(glob.slice(0, -1), text)).toBe(true);
    }
  });

  it('matches the same as a plain recursive matcher on every short pattern and text', () => {
    const pieces = ['a', '/', '*', '**', '?'];
    const texts = wordsOf(['a', 'b', '/'], 4);
    const wrong: string[] = [];
    for (const pattern of wordsOf(pieces, 3)) {
      for (const text of texts) {
        const expected = [...listSpellings(`/x${text}`)].some((spelling) =>
          slowMatch(`/x${pattern}`, spelling),
        );
        if (isGlobMatch(`/x${pattern}`, at(`/x${text}`)) !== expected) wrong.push(`${pattern} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('supports more than the 32 states of one word', () => {
    for (const length of [30, 31, 32, 33, 63, 64, 65, 130]) {
      const literal = 'b'.repeat(length);
      expect(isGlobMatch(`/${literal}`, at(`/${literal}`))).toBe(true);
      expect(isGlobMatch(`/${literal}`, at(`/${literal}b`))).toBe(false);
      expect(isGlobMatch(`/**${literal}*c`, at(`/a/${literal}${literal}c`))).toBe(true);
      expect(isGlobMatch(`/**${literal}*c`, at(`/a/${literal.slice(1)}/${literal.slice(1)}c`))).toBe(false);
    }
  });
});

describe('the URLs that may be chosen', () => {
  const chosen = (includeUrls: string[], excludeUrls: string[]) =>
    ['/', '/blog/a', '/blog/old/b', '/shop'].filter((path) =>
      createUrlFilter({ includeUrls, excludeUrls })(at(path)),
    );

  it('are all or those that are included, and never those that are excluded', () => {
    expect(chosen([], [])).toEqual(['/', '/blog/a', '/blog/old/b', '/shop']);
    expect(chosen(['/blog/**', '/'], [])).toEqual(['/', '/blog/a', '/blog/old/b']);
    expect(chosen(['/blog/**'], ['/blog/old/**'])).toEqual(['/blog/a']);
    expect(chosen([], ['/**'])).toEqual([]);
  });
});

/** Returns all texts of up to this number of pieces. */
function wordsOf(pieces: string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = wordsOf(pieces, length - 1);
  return [...new Set([...shorter, ...shorter.flatMap((word) => pieces.map((piece) => word + piece))])];
}

function slowMatch(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const stars = /^\*+/.exec(pattern)?.[0].length ?? 0;
  const rest = pattern.slice(stars || 1);
  if (stars > 0) {
    if (slowMatch(rest, text)) return true;
    return text !== '' && (stars > 1 || text[0] !== '/') && slowMatch(pattern, text.slice(1));
  }
  if (text === '' || (pattern[0] === '?' ? text[0] === '/' : text[0] !== pattern[0])) return false;
  return slowMatch(rest, text.slice(1));
}

function listSpellings(path: string): Set<string> {
  const bare = path.replace(/\/+$/, '');
  return new Set([bare, `${bare}/`]);
}
