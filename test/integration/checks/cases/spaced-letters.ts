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
  ],
};
