import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-obsolete-markup',
  pages: [
    {
      kind: 'bad',
      shows: 'reports obsolete elements',
      html: `<font id="one" color="red">Red</font><center id="two">Middle</center><big id="three">Big</big>`,
      violations: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'reports elements with a successor',
      html: `<p><acronym id="one" title="World Health Organization">WHO</acronym> <strike id="two">old</strike> <tt id="three">code</tt></p>`,
      violations: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'reports attributes for colors',
      html: `<table id="one" bgcolor="#fff"><tr><td id="two" background="a.png">Text</td></tr></table>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts elements with a meaning, and styles',
      html: `<p style="color: #900"><em>Text</em> <abbr title="World Health Organization">WHO</abbr> <s>old</s> <code>code</code></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts attributes of the same name on other elements',
      html: `<svg width="9" height="9"><text x="0" y="9" text="a">a</text></svg><div data-bgcolor="red" background="x">Text</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts custom elements, and elements of SVG',
      html: `<big-text>Text</big-text><svg width="9" height="9"><font-face></font-face></svg>`,
    },
  ],
};
