import { describe, expect, it } from 'vitest';
import { getLastStep } from '../../../../core/reports/last-step.ts';
import { escapeText } from '../../../../core/text/active-characters.ts';
import { formatDuration, renderLink, truncateText } from '../../../../formats/html/parts.ts';
import { html, Markup } from '../../../../formats/html/template.ts';
import { formatNumber } from '../../../../formats/parts/words.ts';

describe('the html template', () => {
  it('escapes text for content and for attributes', () => {
    const text = `<script>alert("1")</script> & 'x'`;
    expect(html`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    );
  });

  it('inserts markup unchanged, joins lists and omits absent values', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}${new Markup('<hr>')}`.text).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<hr>',
    );
  });

  it('rejects an object that only resembles markup', () => {
    expect(html`${{ text: '<script>' } as unknown as string}`.text).not.toContain('<script>');
  });
});

describe('escapeText', () => {
  it.each([
    ['\u0000\u001b[31mred', '[U+0000][U+001B][31mred'],
    ['a\u202eb\u2066c\u2069', 'a[U+202E]b[U+2066]c[U+2069]'],
    ['\u009b\u007f\u0085', '[U+009B][U+007F][U+0085]'],
    ['zero\u200bwidth\ufeff\u2060', 'zero[U+200B]width[U+FEFF][U+2060]'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['line\r\nline\ttab\rback', 'line\nline\ttab[U+000D]back'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['שלום 👩‍🔧 مرحبا', 'שלום 👩‍🔧 مرحبا'],
  ])('shows %j as %j', (text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });
});

describe('link', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    '//evil.example',
    'file:///etc/passwd',
    '',
    'https://u:p@h/',
    `https://a.example/${'a'.repeat(1_000)}`,
  ])('does not link to %j', (url) => {
    expect(renderLink(url, 'text').text).toBe('text');
  });

  it('escapes a quote in the URL', () => {
    expect(renderLink('https://a.example/"onclick="x', 'text').text).toBe(
      '<a href="https://a.example/%22onclick=%22x" rel="noreferrer noopener">text</a>',
    );
  });
});

describe('text for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('groups %i as %s', (number, text) => {
    expect(formatNumber(number)).toBe(text);
  });

  it.each([
    [420, '0.4 s'],
    [61_400, '1 min 1 s'],
    [119_900, '2 min 0 s'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a👩b', 3, 'a…'],
  ])('cuts %j to %i characters as %j', (text, length, cut) => {
    expect(truncateText(text, length)).toBe(cut);
    expect(cut.isWellFormed()).toBe(true);
  });

  it.each([
    [['main > ul > li'], 'li'],
    [['#frame', ['#host', 'a.icon']], 'a.icon'],
    [[], ''],
    [[['a'.repeat(20)]], 'aaaaaaaaa…'],
  ])('describes the element at %j as %j', (target, name) => {
    expect(getLastStep(target, 10)).toBe(name);
  });
});
