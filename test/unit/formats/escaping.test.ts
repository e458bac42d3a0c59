import { describe, expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { findSourcePath } from '../../../core/sites/find-source-path.ts';
import { escapeLine, truncate } from '../../../core/text/line.ts';
import { toRelativeUri, toUri } from '../../../formats/escaping/uri.ts';
import { escapeXmlLine } from '../../../formats/escaping/xml.ts';
import { withEscapedJson } from '../../../formats/json.ts';
import { escapeMessageText } from '../../../formats/sarif/text.ts';
import { report, textOf } from './report.ts';

describe('an escaped line', () => {
  it.each([
    ['::error file=a::b', ': :error file=a::b'],
    ['\n ::set-output name=a::b', ': :set-output name=a::b'],
    ['##vso[task.complete]', '## vso[task.complete]'],
    ['a ##[error]b', 'a ## [error]b'],
    ["##teamcity[testFailed name='x']", "## teamcity[testFailed name='x']"],
    ['###[x', '### [x'],
    ['\u001b[31mred', '[U+001B][31mred'],
    ['a\u202eb\u200bc', 'a[U+202E]b[U+200B]c'],
    ['a\ufffeb\uffff', 'a[U+FFFE]b[U+FFFF]'],
    ['a\r\n\tb\u00a0 c', 'a b c'],
    ['a\ud800b', 'a\ufffdb'],
  ])('contains no active character of %j', (given, written) => {
    expect(escapeLine(given)).toBe(written);
  });

  it('is unchanged if it contains no active characters', () => {
    const plain = 'a::before { content: "#1" } ## heading [x] 日本語 😀';
    expect(escapeLine(plain)).toBe(plain);
  });

  it('is truncated if it is too long, never within a character', () => {
    expect(escapeLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(truncate('ab😀c', 4)).toBe('ab…');
  });
});

describe('a URL', () => {
  it.each([
    ['https://a.example/x y', 'https://a.example/x%20y'],
    ['https://[::1]:8080/[x]', 'https://[::1]:8080/%5Bx%5D'],
    ['https://user:secret@a.example/', 'https://a.example/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['javascript:alert(1)', 'javascript%3Aalert%281%29'],
    ['no address', 'no%20address'],
  ])('of %s is %s', (given, written) => {
    expect(toUri(given)).toBe(written);
  });

  it('within a repository keeps its path segments and encodes everything else', () => {
    expect(toRelativeUri('src/blog page/(a)#1?.html')).toBe('src/blog%20page/%28a%29%231%3F.html');
  });
});

describe('the source file of a page', () => {
  it.each([
    ['https://a.example/', 'index.html'],
    ['https://a.example/blog/', 'blog/index.html'],
    ['https://a.example/blog', 'blog/index.html'],
    ['https://a.example/a/b.html?q=1', 'a/b.html'],
    ['https://a.example/v1.2/', 'v1.2/index.html'],
    ['https://a.example/..%2f..%2fetc/passwd', 'etc/passwd/index.html'],
    ['https://a.example/%2e%2e%5c%2e%2e/x', 'x/index.html'],
    ['https://a.example/.git/config', 'git/config/index.html'],
    ['https://a.example/%20../%20../etc/a.html', 'etc/a.html'],
    ['https://a.example/-%20./.%20./x', 'x/index.html'],
    ['https://a.example/%20.git/config', 'git/config/index.html'],
    ['https://a.example//evil.example/x', 'evil.example/x/index.html'],
    ['https://a.example/C:/x', 'C-/x/index.html'],
    ['https://a.example/%E2%80%AEx%0A::error', 'x-error/index.html'],
    ['https://a.example/%zz', 'zz/index.html'],
    ['no address', 'index.html'],
  ])('at %s is %s', (url, path) => {
    expect(findSourcePath([], url)).toBe(path);
  });

  it('is that of the first matching glob', () => {
    const paths = [
      { url: '/blog/new', path: 'src/new.html' },
      { url: '/blog/**', path: 'src/blog.html' },
      { url: '/**', path: 'src/other.html' },
    ];
    expect(findSourcePath(paths, 'https://a.example/blog/new')).toBe('src/new.html');
    expect(findSourcePath(paths, 'http://localhost:3000/blog/old?x')).toBe('src/blog.html');
    expect(findSourcePath(paths, 'https://a.example/')).toBe('src/other.html');
  });

  it('is limited in length, and different for different URLs', () => {
    const [a, b] = ['a', 'b'].map((end) => findSourcePath([], `https://a.example/${'x/'.repeat(900)}${end}`));
    expect(a?.length).toBeLessThanOrEqual(400);
    expect(a).not.toBe(b);
  });
});

describe('escaped text', () => {
  it('of XML contains no markup and no end of a CDATA section', () => {
    expect(escapeXmlLine(`]]><a b="c" d='e'>&amp;\u0000`)).toBe(
      ']]&gt;&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;amp;[U+0000]',
    );
  });

  it('of XML attaches no file of the machine that reads it', () => {
    expect(escapeXmlLine('a [[ATTACHMENT|/etc/passwd]] [[[attachment|b]]')).toBe(
      'a [ [ATTACHMENT|/etc/passwd]] [[ [attachment|b]]',
    );
  });

  it('of JSON contains no command of a build log, and parses to the original', async () => {
    const given = 'a ##vso[x]y ##[error]z ###teamcity[b] \\##vso[c] \u001b #777 ## heading';
    const written = await textOf(
      withEscapedJson(async function* () {
        yield JSON.stringify(given);
      })(toReportSource(report())),
    );
    expect(written).not.toMatch(/##[a-z]*\[/i);
    expect(JSON.parse(written)).toBe(given);
  });

  it('of SARIF contains no placeholder and no link', () => {
    expect(escapeMessageText('{0} [click](https://evil.example)', 100)).toBe(
      '(0) [click] (https://evil.example)',
    );
  });
});
