import type { CheckCases } from './check-cases.ts';

const ROWS =
  '<tr><th>Name</th><th>Price</th></tr><tr><td>Apple</td><td>1</td></tr><tr><td>Pear</td><td>2</td></tr>';

export const cases: CheckCases = {
  check: 'a11y-fake-caption',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a cell across all columns',
      html: `<table><tr><td id="one" colspan="2">Prices</td></tr>${ROWS}</table>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a header cell across all columns, in thead',
      html: `<table><thead><tr><th id="one" colspan="2">Prices</th></tr></thead><tbody>${ROWS}</tbody></table>`,
      reviews: ['#one'],
    },
    { kind: 'good', shows: 'accepts captions', html: `<table><caption>Prices</caption>${ROWS}</table>` },
    {
      kind: 'good',
      shows: 'accepts a table with a name',
      html: `<table aria-label="Prices"><tr><td colspan="2">Prices</td></tr>${ROWS}</table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an empty cell, and a cell across some columns',
      html: `<table><tr><td colspan="2"></td></tr>${ROWS}</table><table><tr><th colspan="2">Fruit</th><th>Price</th></tr><tr><td>A</td><td>B</td><td>1</td></tr><tr><td>A</td><td>B</td><td>1</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts tables with one column or two rows, and tables for layout',
      html: `<table><tr><td>Prices</td></tr><tr><td>1</td></tr><tr><td>2</td></tr></table><table><tr><td colspan="2">Prices</td></tr><tr><td>A</td><td>1</td></tr></table><table role="presentation"><tr><td colspan="2">Prices</td></tr>${ROWS}</table>`,
    },
    {
      kind: 'bad',
      shows: 'asks about a table with an empty caption, and with an empty name',
      html: `<table><caption> </caption><tr><td id="one" colspan="2">Prices</td></tr>${ROWS}</table>
        <table aria-label=""><tr><td id="two" colspan="2">Prices</td></tr>${ROWS}</table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts a table in a figure with a caption',
      html: `<figure><figcaption>Prices</figcaption><table><tr><td colspan="2">Fruit</td></tr>${ROWS}</table></figure>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about grids, and about a table in a figure without a caption',
      html: `<table role="grid"><tr><td id="one" colspan="2">Prices</td></tr>${ROWS}</table>
        <figure><table><tr><td id="two" colspan="2">Prices</td></tr>${ROWS}</table><figcaption></figcaption></figure>`,
      reviews: ['#one', '#two'],
    },
  ],
};
