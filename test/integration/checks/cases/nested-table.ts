import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-nested-table',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a table of data in a cell of another one',
      html: `<table><tr><th>Name</th><th>Prices</th></tr><tr><td>Apple</td><td><table id="one"><tr><th>Kilo</th><th>Piece</th></tr><tr><td>3</td><td>1</td></tr></table></td></tr></table>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about each inner table',
      html: `<table><tr><th>Name</th></tr><tr><td><table id="one"><tr><th>A</th></tr><tr><td><table id="two"><tr><th>B</th></tr><tr><td>1</td></tr></table></td></tr></table></td></tr></table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts a table on its own',
      html: `<table><tr><th>Name</th></tr><tr><td>Apple</td></tr></table><table><tr><th>Name</th></tr><tr><td>Apple</td></tr></table>`,
    },
    {
      kind: 'good',
      shows: 'accepts tables of data in a table for layout',
      html: `<table role="presentation"><tr><td><table><tr><th>Name</th></tr><tr><td>Apple</td></tr></table></td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an inner table without headers',
      html: `<table><tr><th>Name</th></tr><tr><td><table><tr><td>1</td></tr></table></td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts what is hidden',
      html: `<table><tr><th>Name</th></tr><tr><td>A<table hidden><tr><th>Kilo</th></tr><tr><td>3</td></tr></table></td></tr></table>`,
    },
    {
      kind: 'bad',
      shows: 'asks about grids',
      html: `<table role="grid"><tr><th>Name</th></tr><tr><td><table id="one" role="treegrid"><tr><th>Kilo</th></tr><tr><td>3</td></tr></table></td></tr></table>`,
      reviews: ['#one'],
    },
  ],
};
