import type { CheckCases } from './check-cases.ts';

const sentence = (id: string, style: string) =>
  `<p style="color: #222">This is a sentence with enough text around <a id="${id}" href="/x" style="color: #264a8f; text-decoration: none; ${style}">the link</a> and more text.</p>`;

export const cases: CheckCases = {
  check: 'a11y-color-link',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a link that is a box of its own',
      html: sentence('one', 'display: inline-block') + sentence('two', 'display: inline-flex'),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about a link whose underline or border is transparent',
      html:
        sentence('one', 'text-decoration: underline transparent') +
        sentence('two', 'display: inline-block; border-bottom: 1px solid transparent'),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about a link with a line that only shows while the pointer is there',
      html: `<style>a { position: relative } a::after { content: ""; position: absolute; left: 0; bottom: 0; height: 1px; background: red }
        #one::after { width: 0 } #two::after { width: 100%; transform: scaleX(0) } #three::after { width: 100% }</style>${[
          'one',
          'two',
          'three',
        ]
          .map((id) => sentence(id, 'display: inline-block'))
          .join('')}`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts lines, borders, backgrounds, other fonts and signs',
      html: `<style>#six::after { content: "→" }</style>${[
        'text-decoration: underline',
        'border-bottom: 1px solid',
        'font-weight: bold',
        'background: #ddf',
        'box-shadow: 0 1px #264a8f',
        '',
      ]
        .map((style, index) =>
          sentence(
            ['one', 'two', 'three', 'four', 'five', 'six'][index] ?? '',
            `display: inline-block; ${style}`,
          ),
        )
        .join('')}`,
    },
    {
      kind: 'good',
      shows: 'accepts a color with enough contrast to the text',
      html: `<p style="color: #000">This is a sentence with enough text around <a href="/x" style="color: #767676; text-decoration: none; display: inline-block">the link</a> and more text.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'leaves links within lines to axe-core',
      html: sentence('one', ''),
    },
    {
      kind: 'borderline',
      shows: 'accepts menus, and links with a short label',
      html: `<ul style="color: #222"><li><a href="/x" style="color: #264a8f; text-decoration: none; display: inline-block">Home page</a></li></ul>
        <p style="color: #222">By <a href="/y" style="color: #264a8f; text-decoration: none; display: inline-block">Ada Lovelace</a></p>`,
    },
    {
      kind: 'bad',
      shows: 'asks once about links that look like the text, in boxes or not',
      html: sentence('one', 'color: inherit') + sentence('two', 'display: inline-block; color: inherit'),
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts links with pictures',
      html: `<p style="color: #222">This is a sentence with enough text around <a href="/x" style="color: #264a8f; text-decoration: none; display: inline-block">the <svg width="9" height="9" aria-hidden="true"><rect width="9" height="9"></rect></svg> link</a>.</p>`,
    },
  ],
};
