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
    {
      kind: 'borderline',
      shows: 'does not test fields with an outline, and fields that something around them disables',
      html: `<style>input { border: 0 }</style><label>A <input style="outline: 2px solid #333"></label><fieldset disabled><label>B <input></label></fieldset>
        <label>C <input aria-disabled="true"></label><div aria-disabled="true"><label>D <input></label></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts lines that styles add, and a border that is laid over the field',
      html: `<style>input { border: 0; width: 200px; padding: 0 } div { position: relative; width: 200px; margin: 20px 0 }
        .line::after { content: ""; position: absolute; left: 0; right: 0; bottom: 0; border-bottom: 1px solid #555 }
        .over fieldset { position: absolute; inset: -5px 0 0; margin: 0; padding: 0; border: 1px solid #555; pointer-events: none }</style>
        <div class="line"><input aria-label="A"></div><div class="over"><input aria-label="B"><fieldset aria-hidden="true"></fieldset></div>`,
    },
    {
      kind: 'bad',
      shows: 'asks about pale lines that styles add, and symbols beside a field',
      html: `<style>input { border: 0; width: 200px; padding: 0 } div { position: relative; width: 200px; margin: 20px 0 }
        div::after { content: ""; position: absolute; right: 0; bottom: 0; border-bottom: 1px solid #ddd; width: 100% }
        div::before { content: ""; position: absolute; right: 0; top: 0; border: 4px solid #000 }</style>
        <div><input id="one" aria-label="A"></div><div><input aria-label="B"></div>`,
      reviews: ['#one'],
    },
  ],
};
