import type { CheckCases } from './check-cases.ts';

const TEXT = 'The toy brought back fond memories of a long walk through a wet and silent forest in autumn.';

export const cases: CheckCases = {
  check: 'a11y-text-spacing-important',
  pages: [
    {
      kind: 'bad',
      shows: 'reports letters, words and lines that are too close and cannot be changed',
      html: `<p id="letters" style="letter-spacing: 0.05em !important">${TEXT}</p>
        <p id="words" style="word-spacing: 1px !important">${TEXT}</p>
        <p id="lines" style="line-height: 1.2 !important; width: 200px">${TEXT}</p>`,
      violations: ['#letters', '#words', '#lines'],
    },
    {
      kind: 'bad',
      shows: 'reports spacing that elements inside inherit, and the normal height of lines',
      html: `<div id="outer" style="letter-spacing: normal !important"><p>${TEXT}</p></div>
        <div id="lines" style="line-height: normal !important; width: 200px"><p>${TEXT}</p></div>`,
      violations: ['#outer', '#lines'],
    },
    {
      kind: 'good',
      shows: 'accepts spacing that is wide enough',
      html: `<p style="letter-spacing: 0.12em !important; word-spacing: 0.16em !important">${TEXT}</p>
        <p style="line-height: 1.5 !important; width: 200px">${TEXT}</p>
        <p style="font-size: 25px; letter-spacing: 3px !important">${TEXT}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts narrow spacing that style sheets of users can override',
      html: `<style>.narrow { letter-spacing: 0 !important }</style>
        <p style="letter-spacing: 0">${TEXT}</p><p class="narrow">${TEXT}</p>
        <p style="letter-spacing: inherit !important; word-spacing: unset !important">${TEXT}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a line height without a second line, and text that nobody sees',
      html: `<p style="line-height: 1 !important">One line</p>
        <p style="letter-spacing: 0 !important; display: none">${TEXT}</p>
        <p style="letter-spacing: 0 !important; position: absolute; left: -9999px">${TEXT}</p>
        <p style="word-spacing: 0 !important"></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an element whose text has a spacing of its own',
      html: `<div style="letter-spacing: 0 !important">
        <p style="letter-spacing: 0.2em">${TEXT}</p><p style="letter-spacing: 0.12em !important">${TEXT}</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'reports the last declaration that wins, and text in a shadow root and a frame',
      html: `<p id="wins" style="letter-spacing: 0.2em !important; letter-spacing: 0 !important">${TEXT}</p>
        <p style="letter-spacing: 0.2em !important; letter-spacing: 0">${TEXT}</p>
        <div id="host"></div><iframe title="inner" src="/spacing-inner"></iframe>
        <script>host.attachShadow({ mode: 'open' }).innerHTML =
          '<p id="shadow" style="letter-spacing: 0 !important">Text</p>';</script>`,
      files: {
        '/spacing-inner':
          '<!doctype html><html lang="en"><title>Inner</title><p id="framed" style="word-spacing: 0 !important">Two words',
      },
      violations: ['#wins', '#host >>> #shadow', 'iframe | #framed'],
    },
    {
      kind: 'borderline',
      shows: 'accepts lines that the text itself has, unless one of them is wrapped',
      html: `<pre style="line-height: 1.2 !important">First line\n\nSecond line</pre>
        <p style="line-height: 1.2 !important; white-space: pre-line">First line\nSecond line</p>
        <p id="wrapped" style="line-height: 1.2 !important; white-space: pre-wrap; width: 200px">Short\n\n${TEXT}</p>`,
      violations: ['#wrapped'],
    },
  ],
};
