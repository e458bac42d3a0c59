import type { CheckCases } from './check-cases.ts';

const text = 'Lines that nearly touch each other are hard to read for many people. '.repeat(8);
const line = text.slice(0, 130);

export const cases: CheckCases = {
  check: 'a11y-tight-lines',
  pages: [
    {
      kind: 'bad',
      shows: 'reports lines that touch each other',
      html: `<p id="one" style="line-height: 1; width: 400px">${text}</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports a height in pixels',
      html: `<p id="one" style="font-size: 20px; line-height: 18px; width: 400px">${text}</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about three lines, which may be those of a logo or a title',
      html: `<p id="one" style="font: 16px/1 sans-serif; width: 240px">${text.slice(0, 85)}</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks once about two lines',
      html: `<p id="one" style="font: 16px/1 sans-serif; width: 240px">${text.slice(0, 50)}</p><p style="font: 16px/1 sans-serif; width: 240px">${text.slice(0, 50)}</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts other heights',
      html: `<p style="width: 400px">${text}</p><p style="line-height: 1.5; width: 400px">${text}</p>`,
    },
    {
      kind: 'good',
      shows: 'accepts the height of the font',
      html: `<p style="line-height: normal; width: 400px">${text}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts 1.1',
      html: `<p style="line-height: 1.1; font-size: 20px; width: 400px">${text}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts one line, short texts and hidden ones',
      html: `<p style="line-height: 1; white-space: nowrap; overflow: hidden">${text}</p><p style="line-height: 1">Short</p><p hidden style="line-height: 1">${text}</p>`,
    },
    {
      kind: 'bad',
      shows: 'reports text within inline elements',
      html: `<p id="one" style="line-height: 1; width: 400px"><strong>${text}</strong></p>
        <p id="two" style="line-height: 1; width: 400px"><span>${text.slice(0, 90)}</span>
        <a href="/a"><b>${text.slice(0, 90)}</b></a></p>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts one line in a high box',
      html: `<style>p, li, td { line-height: 1; font-size: 8px }</style><p style="padding: 40px">${line}</p>
        <p><img alt="Sun" width="20" height="90" src="data:,">${line}</p>
        <ul><li>${line}<ul><li>A</li><li>B</li><li>C</li></ul></li></ul>
        <table><tr><td>${line}</td><td style="height: 90px">A</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts lines that are cut off, and inline text with a height of its own',
      html: `<p style="line-height: 1; width: 400px; height: 1em; overflow: hidden">${text}</p>
        <p style="line-height: 1; width: 400px"><span style="line-height: 1.5">${text}</span></p>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about large text',
      html: `<p id="one" style="font: 26px/1 sans-serif; width: 400px">${text}</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts larger text, which is set tight on purpose',
      html: `<p style="font: 48px/1 sans-serif; width: 600px">${text}</p>`,
    },
  ],
};
