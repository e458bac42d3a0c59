import type { CheckCases } from './check-cases.ts';

const text = 'Lines that nearly touch each other are hard to read for many people. '.repeat(8);

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
  ],
};
