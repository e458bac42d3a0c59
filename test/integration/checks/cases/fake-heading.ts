import type { CheckCases } from './check-cases.ts';

const TEXT = 'A paragraph that is long enough to be the text below a heading, with one sentence and a half.';

export const cases: CheckCases = {
  check: 'a11y-fake-heading',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a bold paragraph above a text',
      html: `<p id="one"><strong>Opening hours</strong></p><p>${TEXT}</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about larger text, and text that styles make bold',
      html: `<p id="one" style="font-size: 24px">Opening hours</p><p>${TEXT}</p><p id="two" style="font-weight: 700">Prices</p><p>${TEXT}</p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks once about other elements that look like headings',
      html: `<div id="one" style="font-weight: 700">Opening hours</div><p>${TEXT}</p><span style="display: block; font-size: 24px">Prices</span><p>${TEXT}</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about text in elements whose classes only contain a word of notes, and in a dialog',
      html: `<div class="multiple notebook tooltips"><p id="one"><b>Opening hours</b></p><p>${TEXT}</p></div><dialog open><p id="two"><b>Prices</b></p><p>${TEXT}</p></dialog>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about text in tables for the layout, and not in cells of data',
      html: `<table role="presentation"><tr><td><p id="one"><b>Opening hours</b></p><p>${TEXT}</p></td><td>Map</td></tr></table>
        <table><tr><td><p id="two"><b>Prices</b></p><p>${TEXT}</p></td></tr></table>
        <table><tr><th>Hall</th><th>Notes</th></tr><tr><td>One</td><td><p><b>Music</b></p><p>${TEXT}</p></td></tr></table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts the titles of notes',
      html: `<div class="admonition tip"><p class="admonition-title"><b>Good to know</b></p><p>${TEXT}</p></div><section role="note"><p><b>Beware</b></p><p>${TEXT}</p></section>`,
    },
    {
      kind: 'good',
      shows: 'accepts headings',
      html: `<h2>Opening hours</h2><p>${TEXT}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts paragraphs with some bold words, and sentences',
      html: `<p><strong>Opening</strong> hours</p><p>${TEXT}</p><p><strong>We are closed.</strong></p><p>${TEXT}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts labels, bold text above bold text, and long text',
      html: `<p><b>Price:</b></p><p>${TEXT}</p><p><b>One</b></p><p><b>${TEXT}</b></p><p><b>${TEXT} ${TEXT}</b></p><p>${TEXT}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts bold text in lists, tables, quotations and footers, and without text below',
      html: `<ul><li><p><b>Item</b></p><p>${TEXT}</p></li></ul><blockquote><p><b>Author</b></p><p>${TEXT}</p></blockquote><p><b>Alone</b></p>`,
    },
  ],
};
