import type { CheckCases } from './check-cases.ts';

const ARABIC = 'المكتبة مفتوحة اليوم حتى الساعة السادسة مساء، ويمكن استعارة جميع الكتب.';
const HEBREW = 'הספרייה פתוחה היום עד שש בערב, ואפשר לשאול את כל הספרים שנמצאים כאן.';

export const cases: CheckCases = {
  check: 'a11y-text-direction',
  pages: [
    {
      kind: 'bad',
      shows: 'reports an Arabic paragraph',
      html: `<p id="text" lang="ar">${ARABIC}</p>`,
      violations: ['#text'],
    },
    {
      kind: 'bad',
      shows: 'reports Hebrew within a language that is written from right to left',
      html: `<div lang="he"><p id="text">${HEBREW}</p><p dir="rtl">${HEBREW}</p></div>`,
      violations: ['#text'],
    },
    {
      kind: 'bad',
      shows: 'reports a part of a page with the other direction',
      html: `<div dir="rtl"><div dir="ltr" id="text">${ARABIC}</div></div>`,
      violations: ['#text'],
    },
    {
      kind: 'bad',
      shows:
        'asks once about a short sentence, and about a sentence of another script in a page of this direction',
      html: `<p id="text" lang="ar">المكتبة مفتوحة.</p><div dir="rtl"><p lang="en">The library is open until six today.</p></div>`,
      reviews: ['#text'],
    },
    {
      kind: 'good',
      shows: 'accepts the right direction',
      html: `<div dir="rtl"><p>${ARABIC}</p></div><p dir="auto">${HEBREW}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts a direction of a style sheet',
      html: `<p style="direction: rtl">${ARABIC}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a few words, and text that is mostly in another script',
      html: `<p>The word <bdi>المكتبة</bdi> means library.</p><p>${ARABIC} This is the sign at the entrance of the library of the city.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts hidden text and code',
      html: `<p hidden>${ARABIC}</p><pre>${HEBREW}</pre>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text whose first letter decides',
      html: `<p style="unicode-bidi: plaintext">${ARABIC}</p>`,
    },
  ],
};
