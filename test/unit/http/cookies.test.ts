import { describe, expect, it } from 'vitest';
import { formatCookie, getCookieValues, listCookies } from '../../../adapters/http/cookies.ts';

const NAME = '__Host-session';

describe('the cookies of a request', () => {
  it.each<[string, string[], string[]]>([
    ['one', ['__Host-session=a'], ['a']],
    ['one of several', ['x=1; __Host-session=a; y=2'], ['a']],
    ['one with spaces and tabs around it', [' \t__Host-session \t=  a '], ['a']],
    ['in several headers', ['x=1', '__Host-session=a'], ['a']],
    ['twice, which the caller must refuse', ['__Host-session=a; __Host-session=b'], ['a', 'b']],
    ['with an equals sign in its value', ['__Host-session=a=b'], ['a=b']],
    ['that is empty', ['__Host-session='], ['']],
    ['in another case', ['__host-session=a; __HOST-SESSION=b'], []],
    ['with an escaped name', ['%5F_Host-session=a'], []],
    ['in quotes, which belong to the value', ['__Host-session="a"'], ['"a"']],
    ['after white space that browsers do not remove', ['\u00a0__Host-session=a; \u2003__Host-session=b'], []],
    ['after a line feed', ['\n__Host-session=a'], []],
    ['as the value of another one', ['x=__Host-session=a'], []],
    ['without a name', ['=__Host-session=a'], []],
    ['without an equals sign', ['__Host-session'], []],
    ['as part of another name', ['__Host-session2=a; x__Host-session=b'], []],
    ['with the name of a member of objects', ['__proto__=a; constructor=b'], []],
    ['in no header', [], []],
  ])('include %s', (_, headers, values) => {
    expect(getCookieValues(headers, NAME)).toEqual(values);
  });

  it('are read in linear time', () => {
    const many = `${'a=1; '.repeat(100_000)}${'='.repeat(100_000)}${' '.repeat(100_000)}`;
    expect(listCookies([many])).toHaveLength(100_000);
  });

  it('are set for the host only, over HTTPS, and hidden from scripts', () => {
    expect(formatCookie(NAME, 'a', { sameSite: 'Strict', maxAge: 5 })).toBe(
      '__Host-session=a; Max-Age=5; Path=/; Secure; HttpOnly; SameSite=Strict',
    );
  });
});
