import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-control-contrast',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a field without a border',
      html: `<label>Name <input id="one" style="border: 0"></label>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a pale border, and once about fields that look the same',
      html: `<style>input, select { border: 1px solid #ddd; background: #fff }</style><label>A <input id="one"></label><label>B <input></label><label>C <select id="two"><option>C</option></select></label>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts the fields of the browser',
      html: '<label>A <input></label><label>B <textarea></textarea></label><label>C <select><option>C</option></select></label>',
    },
    {
      kind: 'good',
      shows: 'accepts one line, and a background',
      html: `<label>A <input style="border: 0; border-bottom: 2px solid #333"></label><label>B <input style="border: 0; background: #444; color: #fff"></label>`,
    },
    {
      kind: 'good',
      shows: 'accepts a frame around the field',
      html: `<label for="one">A</label><div style="border: 1px solid #555; padding: 4px; width: 220px"><input id="one" style="border: 0; width: 200px"></div>`,
    },
    {
      kind: 'borderline',
      shows: 'does not test shadows, images, and fields that cannot be used',
      html: `<label>A <input style="border: 0; box-shadow: 0 0 0 1px #333"></label><label>B <input style="border: 0; background-image: linear-gradient(#eee, #fff)"></label><label>C <input disabled style="border: 0"></label>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts 3:1',
      html: `<label>A <input style="border: 1px solid #949494"></label>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about 2.9:1',
      html: `<label>A <input id="one" style="border: 1px solid #979797"></label>`,
      reviews: ['#one'],
    },
  ],
};
