import type { CheckCases } from './check-cases.ts';

const rows = (first: string, ...others: string[]) =>
  [first, ...others]
    .map(
      (cells) =>
        `<tr>${cells
          .split('|')
          .map((cell) => `<td>${cell}</td>`)
          .join('')}</tr>`,
    )
    .join('');

export const cases: CheckCases = {
  check: 'a11y-visual-table-header',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a first row in bold',
      html: `<table id="table">${rows('<b>City</b>|<strong>Area</strong>', 'Oslo|454', 'Bergen|465')}</table>`,
      violations: ['#table'],
    },
    {
      kind: 'bad',
      shows: 'reports a first row that a style makes bold, and a first column',
      html: `<style>.head { font-weight: 700 }</style><table id="row"><tbody><tr class="head"><td></td><td>2020</td><td>2021</td></tr>
        ${rows('North|1|2', 'South|3|4')}</tbody></table>
        <table id="column">${rows('<b>Height</b>|3 m', '<b>Width</b>|2 m', '<b>Depth</b>|1 m')}</table>`,
      violations: ['#row', '#column'],
    },
    {
      kind: 'bad',
      shows: 'reports a table with both, although one more cell is bold',
      html: `<table id="table">${rows('<b>Name</b>|<b>May</b>|<b>June</b>', 'A|1|2', 'B|3|4', 'C|5|6', 'D|7|<b>8</b>')}</table>`,
      violations: ['#table'],
    },
    {
      kind: 'bad',
      shows: 'reports a first row in bold above fields, and one with an empty end',
      html: `<table id="cart">${rows('<b>Plant</b>|<b>Price</b>|<b>Quantity</b>|', 'Fern|9|<input aria-label="Quantity of fern">|<button>Remove</button>', 'Palm|12|<input aria-label="Quantity of palm">|<button>Remove</button>')}</table>`,
      violations: ['#cart'],
    },
    {
      kind: 'good',
      shows: 'accepts header cells',
      html: `<table><tr><th>City</th><th>Area</th></tr>${rows('Oslo|454', 'Bergen|465')}</table>
        <table><tr><td role="columnheader"><b>A</b></td><td role="columnheader"><b>B</b></td></tr>${rows('1|2', '3|4')}</table>`,
    },
    {
      kind: 'good',
      shows: 'accepts a table without bold cells, and one whose cells are all bold',
      html: `<table>${rows('a|b', 'c|d', 'e|f')}</table><table>${rows('<b>a</b>|<b>b</b>', '<b>c</b>|<b>d</b>', '<b>e</b>|<b>f</b>')}</table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a presentational table, a table with fields, and two rows',
      html: `<table role="presentation">${rows('<b>a</b>|<b>b</b>', 'c|d', 'e|f')}</table>
        <table>${rows('<b>a</b>|<input aria-label="a">', '<b>c</b>|<input aria-label="d">', '<b>e</b>|<select aria-label="f"></select>')}</table>
        <table>${rows('<b>a</b>|<b>b</b>', 'c|d')}</table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a row of which only a part is bold',
      html: `<table>${rows('<b>City</b>|Area', 'Oslo|454', 'Bergen|465')}</table>
        <table>${rows('<b>City</b> of Norway|<b>Area</b> in km²', 'Oslo|454', 'Bergen|465')}</table>`,
    },
  ],
};
