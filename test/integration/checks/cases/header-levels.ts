import type { CheckCases } from './check-cases.ts';

const DATA = '<tr><th scope="row">Mars</th><td>1</td><td>2</td><td>3</td><td>4</td></tr>';
const levels = (attributes = '') =>
  `<tr><td></td><th colspan="2" ${attributes}>This year</th><th colspan="2" ${attributes}>Last year</th></tr><tr><td></td><th>A</th><th>B</th><th>A</th><th>B</th></tr>`;

export const cases: CheckCases = {
  check: 'a11y-header-levels',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about headers across columns',
      html: `<table id="one">${levels()}${DATA}</table>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about the scope of one column',
      html: `<table id="one"><thead>${levels('scope="col"')}</thead><tbody>${DATA}</tbody></table>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts the scope of a group of columns',
      html: `<table>${levels('scope="colgroup"')}${DATA}</table>`,
    },
    {
      kind: 'good',
      shows: 'accepts cells that name their headers',
      html: `<table>${levels()}<tr><th>Mars</th><td headers="a b">1</td><td headers="a">2</td><td headers="a">3</td><td headers="a">4</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts one row of headers, and a title across all columns',
      html: `<table><tr><th colspan="2">A</th><th>B</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table><table><tr><th colspan="3">Prices</th></tr><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts two rows of headers without spans, and roles',
      html: `<table><tr><th>A</th><th>B</th></tr><tr><th>C</th><th>D</th></tr><tr><td>1</td><td>2</td></tr></table><div role="grid" aria-label="Grid"><div role="row"><span role="columnheader" aria-colspan="2">A</span></div></div>`,
    },
    {
      kind: 'bad',
      shows: 'asks about headers below a title, whose cell is no header either',
      html: `<table id="one"><tr><th colspan="5">Moons</th></tr>${levels()}${DATA}</table>
        <table id="two"><tr><td colspan="5">Moons</td></tr>${levels()}${DATA}</table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about headers beside empty cells at the end, and beside two empty cells',
      html: `<table id="one"><tr><th colspan="2">A</th><th colspan="2">B</th><td></td></tr>
        <tr><th>C</th><th>D</th><th>C</th><th>D</th><td></td></tr>
        <tr><td>1</td><td>2</td><td>3</td><td>4</td><td>5</td></tr></table>
        <table id="two"><tr><td></td><td></td><th colspan="2">A</th><th>B</th></tr>
        <tr><td></td><td></td><th>C</th><th>D</th><th>E</th></tr>
        <tr><th>1</th><th>2</th><td>3</td><td>4</td><td>5</td></tr></table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about grids',
      html: `<table id="one" role="grid">${levels()}${DATA}</table>
        <table id="two" role="treegrid">${levels()}${DATA}</table>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts a row without data below one row of headers',
      html: `<table><tr><th>A</th><th colspan="2">B</th></tr><tr><th>Mars</th><td></td><td></td></tr>
        <tr><th>Venus</th><td>1</td><td>2</td></tr></table>`,
    },
  ],
};
