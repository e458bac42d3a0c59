import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-empty-paragraph',
  pages: [
    {
      kind: 'bad',
      shows: 'reports paragraphs without content and with spaces only',
      html: `<p>One</p><p></p><p style="margin: 1em">&nbsp;</p><p>Two</p>`,
      violations: ['p:nth-child(3)', 'p:nth-child(4)'],
    },
    {
      kind: 'bad',
      shows: 'reports paragraphs with line breaks and empty elements only',
      html: `<p>One</p><p data-a="1"><br></p><p data-b="1"><span>&nbsp;</span></p>`,
      violations: ['p[data-a="1"]', 'p[data-b="1"]'],
    },
    {
      kind: 'good',
      shows: 'accepts paragraphs with text or images',
      html: `<p>One</p><p><img src="data:," alt="A"></p><p><input aria-label="Name"></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts hidden paragraphs',
      html: `<p hidden></p><div style="display: none"><p>&nbsp;</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts paragraphs that a script may fill',
      html: `<p id="status"></p><p class="error"></p><p aria-live="polite"></p><p role="status"></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts paragraphs in editors and in regions that announce changes',
      html: `<div contenteditable="true" role="textbox" aria-label="Comment"><p><br></p></div>
        <div contenteditable><div><p>One</p><p><br></p></div></div><div role="textbox" aria-label="Note"><p><br></p></div>
        <div aria-live="polite"><p></p></div><div role="status"><div><p><span></span></p></div></div><output><p></p></output>`,
    },
    {
      kind: 'bad',
      shows: 'reports paragraphs in elements that are not edited and announce nothing',
      html: `<div contenteditable="false" aria-live="off"><p>One</p><p></p></div>`,
      violations: ['p:nth-child(2)'],
    },
    {
      kind: 'borderline',
      shows: 'accepts icons, and elements that may be filled',
      html: `<p><i class="icon"></i></p><p><span id="name"></span></p><p><svg width="9" height="9"></svg></p>`,
    },
  ],
};
