import type { CheckCases } from './check-cases.ts';

const listen = (body: string, of = 'document', type = 'keydown') =>
  `<p>Text</p><script>${of}.addEventListener('${type}', (event) => { ${body} });</script>`;

export const cases: CheckCases = {
  check: 'a11y-character-shortcut',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a character that the document listens to',
      html: listen(`if (event.key === 's') document.title = 'Search';`),
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about several characters, and one by its number',
      html: `${listen(`switch (event.key) { case 'j': document.title = 'Next'; break; case 'k': document.title = 'Back'; }`)}
        ${listen('if (event.keyCode == 75) document.title = 1;', 'window')}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a listener of the body',
      html: listen(`if ('/' === event.key) document.title = 'Search';`, 'document.body', 'keyup'),
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a shortcut with a modifier',
      html: listen(`if (event.ctrlKey && event.key === 's') document.title = 'Saved';`),
    },
    {
      kind: 'good',
      shows: 'accepts keys that type nothing',
      html: listen(
        `if (event.key === 'Escape' || event.keyCode === 27 || event.keyCode === 112) document.title = 'x';`,
      ),
    },
    { kind: 'good', shows: 'accepts a page without listeners of keys', html: '<p>Text</p>' },
    {
      kind: 'borderline',
      shows: 'accepts the listener of a control, which acts only with the focus',
      html: `<input aria-label="Name" id="name"><script>document.getElementById('name').addEventListener('keydown',
        (event) => { if (event.key === 's') document.title = 'x'; });</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts comparisons of other values',
      html: listen(`if (event.target.value === 's' || window.mode === 'k') document.title = 'x';`),
    },
  ],
};
