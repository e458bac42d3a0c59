import type { CheckCases } from './check-cases.ts';

const links = (...ids: string[]) => ids.map((id) => `<a id="${id}" href="#${id}">Link ${id}</a>`).join(' ');

export const cases: CheckCases = {
  check: 'a11y-focus-order',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about links in the reverse order',
      html: `<div id="row" style="display: flex; flex-direction: row-reverse">${links('a', 'b', 'c')}</div>`,
      reviews: ['#row'],
    },
    {
      kind: 'bad',
      shows: 'asks about items that `order` or a grid moves',
      html: `<div id="flex" style="display: flex">${links('a', 'b')}<a href="#c" style="order: -1">C</a></div>
        <div id="grid" style="display: grid"><a href="#d" style="grid-row-start: 2">D</a>
        <a href="#e" style="grid-row-start: 1">E</a></div>`,
      reviews: ['#flex', '#grid'],
    },
    {
      kind: 'good',
      shows: 'accepts items in their order',
      html: `<div style="display: flex">${links('a', 'b', 'c')}</div><div style="display: grid; grid-template: auto / 1fr 1fr">
        ${links('d', 'e', 'f', 'g')}</div>`,
    },
    { kind: 'good', shows: 'accepts links in text', html: `<p>${links('a', 'b', 'c')}</p>` },
    {
      kind: 'borderline',
      shows: 'accepts a reverse order of items with one stop, and of text only',
      html: `<div style="display: flex; flex-direction: row-reverse"><p>Text</p>${links('a')}</div>
        <div style="display: flex; flex-direction: column-reverse"><p>One</p><p>Two</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a few buttons in the reverse order, and asks about fields among them',
      html: `<div style="display: flex; flex-direction: row-reverse"><button>OK</button><button>Cancel</button></div>
        <div id="mixed" style="display: flex; flex-direction: row-reverse"><button>OK</button><input aria-label="Name"></div>`,
      reviews: ['#mixed'],
    },
    {
      kind: 'borderline',
      shows: 'accepts grid positions that keep the order, and text from right to left',
      html: `<div style="display: grid"><a href="#a" style="grid-row-start: 1">A</a>
        <a href="#b" style="grid-row-start: 2">B</a></div>
        <div dir="rtl" style="display: flex"><a href="#c" style="order: 0">C</a><a href="#d" style="order: 1">D</a></div>`,
    },
  ],
};
