import type { CheckCases } from './check-cases.ts';

const options = (...values: string[]) =>
  values.map((value) => `<option value="${value}">${value}</option>`).join('');

export const cases: CheckCases = {
  check: 'a11y-input-context-change',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a list that opens a page, and one that submits its form',
      html: `<select id="jump" aria-label="Go to" onchange="location.href = '/' + this.value">${options('a', 'b')}</select>
        <form action="/elsewhere"><select id="sort" aria-label="Sort" name="s" onchange="this.form.submit()">
        ${options('a', 'b')}</select></form>`,
      reviews: ['#jump', '#sort'],
    },
    {
      kind: 'bad',
      shows: 'asks about radio buttons that open a window, and a list whose last value is chosen',
      html: `<fieldset><legend>Size</legend><label><input id="small" type="radio" name="r" onchange="window.open('/s')">S</label>
        <label><input type="radio" name="r" onchange="window.open('/l')">L</label></fieldset>
        <select id="last" aria-label="Last" onchange="location.href = '/x'"><option>1</option><option selected>2</option></select>`,
      reviews: ['#small', '#last'],
    },
    {
      kind: 'good',
      shows: 'accepts a list with a button',
      html: `<form action="/elsewhere"><select aria-label="Sort" name="s">${options('a', 'b')}</select><button>Go</button></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts a list that changes other content',
      html: `<select aria-label="Show" onchange="out.textContent = this.value">${options('a', 'b')}</select><p id="out">a</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a list that opens the page by a button only, and one with a single value',
      html: `<select id="s" aria-label="Go to">${options('a', 'b')}</select>
        <button type="button" onclick="location.href = '/x'">Go</button>
        <select aria-label="One" onchange="location.href = '/x'">${options('a')}</select>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a list that changes the fragment of the address',
      html: `<select aria-label="Section" onchange="location.hash = this.value">${options('a', 'b')}</select>`,
    },
  ],
};
