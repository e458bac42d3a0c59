import type { CheckCases } from './check-cases.ts';

const TEXT =
  'Users with dyslexia lose the line when the space between words differs from word to word, which happens in each justified text, above all in narrow columns like this one.';
const japanese = '日本語の文章には単語の間に空白がありません。'.repeat(6);

export const cases: CheckCases = {
  check: 'a11y-justified-text',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a justified paragraph',
      html: `<p id="one" style="text-align: justify; width: 300px">${TEXT}</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports text that inherits the alignment',
      html: `<div style="text-align: justify; width: 300px"><p id="one">${TEXT}</p><ul><li id="two">${TEXT}</li></ul></div>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts other alignments',
      html: `<p style="width: 300px">${TEXT}</p><p style="text-align: right; width: 300px">${TEXT}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts a paragraph that sets another alignment',
      html: `<div style="text-align: justify; width: 300px"><p style="text-align: start">${TEXT}</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text in one line, and text that is not rendered',
      html: `<p style="text-align: justify; width: 6000px">${TEXT}</p><p style="text-align: justify; display: none">${TEXT}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts short text, and scripts without spaces',
      html: `<p style="text-align: justify">Short text</p><p lang="ja" style="text-align: justify; width: 200px">${japanese}</p>`,
    },
  ],
};
