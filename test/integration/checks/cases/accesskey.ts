import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-accesskey',
  pages: [
    {
      kind: 'bad',
      shows: 'asks once about a link and a button',
      html: `<a id="one" href="/a" accesskey="a">A</a><button id="two" accesskey="s">Save</button>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a field',
      html: `<label>Search <input id="one" accesskey="4"></label>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts elements without it',
      html: `<a href="/a">A</a><button aria-keyshortcuts="Alt+S">Save</button>`,
    },
    {
      kind: 'good',
      shows: 'accepts data with a similar name',
      html: `<button data-accesskey="s">Save</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an empty value',
      html: `<button accesskey="">Save</button><button accesskey=" ">Send</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts elements that are not rendered',
      html: `<button hidden accesskey="s">Save</button>`,
    },
  ],
};
