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
      kind: 'bad',
      shows: 'asks about a character that only a text of the page names',
      html: listen(
        `if (event.key === shortcuts.save && !event.getModifierState('Control')) document.title = 'Saved';`,
      ).replace('Text', 'Press "s" to save the text, or press + to add another one.'),
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a control that changes shortcuts',
      html: `${listen(`if (event.key === 's') document.title = 'Search';`)}<label><input type="checkbox"> Use keyboard shortcuts</label>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts texts that name other keys, or a letter that is a word',
      html: listen(`if (event.key === next) document.title = 'Next';`).replace(
        'Text',
        'Press a button, press Ctrl + "s", or press "Escape".',
      ),
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
    {
      kind: 'bad',
      shows: 'asks about listeners that ignore keys with modifiers',
      html: listen(`if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 's') document.title = 'Search';`),
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a condition that excludes modifiers',
      html: listen(
        `if (!event.ctrlKey && !(event.altKey || event.metaKey) && event.key === 's') document.title = 'Search';`,
      ),
      reviews: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'accepts listeners that ignore keys without modifiers',
      html: `${listen(`if (!event.ctrlKey) { return; } if (event.key === 's') document.title = 'Saved';`)}
        ${listen(`if (!event.metaKey) return false; if (event.key === 'o') document.title = 'Open';`)}
        ${listen(`if (!event.ctrlKey) return
          if (event.key === 'p') document.title = 'Print'`)}
        ${listen(`if (event.key !== 'k' || !event.altKey) return; if (event.key === 'k') document.title = 'Key';`)}
        ${listen(`if (event.ctrlKey && event.key === 'l') return document.title = 'List';`)}`,
    },
  ],
};
