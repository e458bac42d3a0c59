import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-spaced-letters',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a word with spaces between its letters',
      html: `<h2 id="one">W E L C O M E</h2><p id="two">The big S A L E is here.</p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about spaces that do not break, and about letters with accents',
      html: `<p id="one">M&nbsp;Ü&nbsp;L&nbsp;L</p>`,
      reviews: ['#one'],
    },
    { kind: 'good', shows: 'accepts letter-spacing', html: `<p style="letter-spacing: 0.5em">WELCOME</p>` },
    {
      kind: 'good',
      shows: 'accepts text',
      html: `<p>I am a man in a plan, and so on. Vitamins A, B and C. Plan B a la carte.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a part of the alphabet, and letters again',
      html: `<p>A B C D E F G</p><p>a c e g</p><p>x x x x x</p><p>x o x o x</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts letters in code and letters that are elements',
      html: `<p><code>q w e r t y</code></p><pre>s a l e</pre><p><b>S</b> <b>A</b> <b>L</b> <b>E</b></p>`,
    },
    { kind: 'borderline', shows: 'accepts what is hidden', html: `<p hidden>S A L E</p>` },
    {
      kind: 'bad',
      shows: 'asks about words with punctuation, and with thin and double spaces',
      html: `<p id="one">S A L E!</p><p id="two">(S A L E)</p><p id="three">S&thinsp;A&thinsp;L&thinsp;E</p>
        <p id="four">S&nbsp; A&nbsp; L&nbsp; E</p>`,
      reviews: ['#four', '#one', '#three', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts notes, initials of days and months, and Chinese, Japanese and Korean',
      html: `<p>E A D G B E</p><p>S M T W T F S</p><p>L M M J V S D</p><p>J F M A M J J A S O N D</p><p>東 京 都 民</p>
        <p>お 知 ら せ</p><p>공 지 사 항</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts lists with commas, and initials of names',
      html: `<p>K, A, R, O</p><p>J. A. R. O. Miller</p><p>it's a I-O u-v</p>`,
    },
  ],
};
