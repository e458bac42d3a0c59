import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-sensory-instruction',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about shapes and colors',
      html: `<p id="one">To go on, click the round button.</p><p id="two">Press the big <b>green</b> button below!</p>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about positions',
      html: `<ul><li id="one">Use the menu on the right to go on.</li></ul>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks in other languages',
      html: `<!doctype html><html lang="de"><head><title>Garten</title></head><body><main><p id="one">Klicken Sie auf den roten Knopf.</p></main></body></html>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about parts of the page that only their color singles out',
      html: `<p id="one">Fields in red are required.</p><ul><li id="two">The red rows show late orders.</li></ul>
        <p id="three">Items that are shown in <b>green</b> have been sent.</p>`,
      reviews: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'asks about colors in other languages',
      html: `<!doctype html><html lang="fr"><head><title>Jardin</title></head><body><main><p id="one">Les champs en rouge sont obligatoires.</p></main></body></html>`,
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts colors of things, and parts of the page with another sign',
      html: `<p>The red door is open.</p><p>Fields with a red * are required.</p><p>Text is easy to read.</p>
        <p>Green tea is a good choice.</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts instructions that name the control',
      html: `<p>Press the “Send” button on the right.</p><p>Click the search button on the right.</p><p>Press Save.</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts descriptions of things that are no controls',
      html: `<p>The red rose grows on the left.</p><p>Choose a large pot and use green soil.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts controls without an action, and other colors later',
      html: `<p>The red button is broken.</p><p>Click the button after the lamp turns green.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text that nobody sees',
      html: `<p hidden>Click the red button.</p>`,
    },
  ],
};
