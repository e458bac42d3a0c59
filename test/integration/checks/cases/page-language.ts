import type { CheckCases } from './check-cases.ts';

const GERMAN =
  '<p>Die Bibliothek ist heute bis achtzehn Uhr geöffnet, und alle Bücher können ausgeliehen werden.</p>';
const ENGLISH =
  '<p>The library is open until six in the evening today, and all of the books can be borrowed.</p>';
const document = (lang: string, body: string, title = 'Page') =>
  `<!doctype html><html lang="${lang}"><title>${title}</title><main>${body}</main></html>`;

export const cases: CheckCases = {
  check: 'a11y-page-language',
  pages: [
    {
      kind: 'bad',
      shows: 'reports an English page that is declared as German',
      html: document('de', ENGLISH),
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'reports a page of several short texts in another language',
      html: document(
        'en-US',
        '<h1>Willkommen bei uns</h1><p>Wir freuen uns auf dich</p><p>Komm doch mal vorbei</p>',
        'Hier geht es los',
      ),
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'reports another script, although a part has its own language',
      html: document(
        'en',
        `${'<p>図書館は今日午後六時まで開いています。すべての本を借りることができます。どうぞお越しください。</p>'.repeat(12)}<div lang="en">${ENGLISH}</div>`,
      ),
      violations: ['html'],
    },
    { kind: 'good', shows: 'accepts the declared language', html: document('de', GERMAN) },
    {
      kind: 'borderline',
      shows:
        'accepts a page whose content declares the language of the page again, with a note in another one',
      html: document('de', `${ENGLISH}<div lang="de-AT">${GERMAN.repeat(3)}</div>`),
    },
    { kind: 'good', shows: 'accepts a tag with a region', html: document('en-GB', ENGLISH) },
    {
      kind: 'good',
      shows: 'accepts parts in another language that declare it',
      html: document('de', `${GERMAN}<div lang="en">${ENGLISH.repeat(5)}</div>`),
    },
    {
      kind: 'borderline',
      shows: 'accepts code, names and text in many languages',
      html: document(
        'de',
        `<pre>${ENGLISH}</pre><p>New York, London, San Francisco, Los Angeles, Boston and Chicago</p>${GERMAN}
        ${ENGLISH}<p>La bibliothèque est ouverte jusqu’à dix-huit heures, et tous les livres peuvent être empruntés.</p>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'accepts similar and unknown languages, and too little text',
      html: document(
        'nn',
        '<p>Biblioteket er åpent til klokken seks i dag, og alle bøkene kan lånes ut.</p>',
      ),
    },
    {
      kind: 'borderline',
      shows: 'accepts a page without a language and one with too little text',
      html: `<!doctype html><html lang="cy"><title>Page</title>${ENGLISH}<iframe srcdoc="<html lang=de>Hello, who are you?"></iframe></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts texts in another language that nobody gets, although they are longer than the others',
      html: document(
        'de',
        `${GERMAN}<template>${ENGLISH.repeat(3)}</template><div hidden>${ENGLISH.repeat(3)}</div>
        <details><summary>Mehr</summary>${ENGLISH.repeat(3)}</details>
        <div style="display: none">${ENGLISH.repeat(3)}</div><div style="visibility: hidden">${ENGLISH.repeat(3)}</div>`,
      ),
    },
    {
      kind: 'bad',
      shows: 'reports texts that only assistive technology gets, and those of elements without a box',
      html: document(
        'de',
        `<div style="display: contents">The library is open until six in the evening today.</div>
        <div style="position: absolute; left: -9999px">${ENGLISH}</div>`,
      ),
      violations: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'does not test the document in a frame',
      html: document('de', `${GERMAN}<iframe title="Karte" src="/page-language-inner"></iframe>`),
      files: { '/page-language-inner': document('de', ENGLISH) },
    },
  ],
};
