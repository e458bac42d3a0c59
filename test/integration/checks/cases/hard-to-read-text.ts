import type { CheckCases } from './check-cases.ts';

const TEXT =
  'This passage is long enough to be tiring if all of it has the same unusual look, because readers recognize words by their shapes, and these shapes are lost when every letter leans or has the same height as all others.';

export const cases: CheckCases = {
  check: 'a11y-hard-to-read-text',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a long text in capitals, written or by style',
      html: `<p id="one">${TEXT.toUpperCase()}</p><p id="two" style="text-transform: uppercase">${TEXT}</p>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a long text in italics',
      html: `<p id="one" style="font-style: italic">${TEXT}</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports underlined text',
      html: `<p>Text <u id="one">important</u> and <span id="two" style="text-decoration: underline">more</span>.</p>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts normal text with emphasis',
      html: `<p>${TEXT} <em>Really.</em></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts links, and underlines of links',
      html: `<p><a href="/a"><u>Link</u></a> <u><a href="/b">Link</a></u> <span style="text-decoration: none">Text</span></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts short capitals and italics, and identifiers',
      html: `<p style="text-transform: uppercase">Short title of a section</p><p><i>Short text in italics.</i></p><p>A1B2C3D4E5F6A1B2C3D4E5F6A1B2C3D4E5F6A1B2C3D4E5F6A1B2C3D4E5F6A1B2C3D4E5F6A1B2C3D4E5F6</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts underlined mistakes, headings, and text without letter case',
      html: `<p><u style="text-decoration: underline wavy">mistaek</u> <ins>new</ins></p><h2><u>Heading</u></h2><p>${'日本語 の 文章 です '.repeat(10)}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts the style of capitals for letters without case',
      html: `<p style="text-transform: uppercase">${'هذه مكتبة كبيرة فيها كتب كثيرة '.repeat(8)} HTML</p><p>${'הספרייה פתוחה היום עד שש '.repeat(8)} HTML</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts quotations in italics, and contracts in capitals',
      html: `<p>${TEXT.toUpperCase()} WITHOUT WARRANTY OF ANY KIND.</p><blockquote style="font-style: italic">${TEXT}</blockquote><blockquote style="font-style: italic"><p>${TEXT}</p></blockquote><address><p>${TEXT}</p></address>`,
    },
  ],
};
