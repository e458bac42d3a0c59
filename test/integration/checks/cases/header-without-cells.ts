import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-header-without-cells',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a header of a column that no row has',
      html: `<table><tr><th>City</th><th>Area</th><th id="empty">Mayor</th></tr>
        <tr><td>Oslo</td><td>454</td></tr><tr><td>Bergen</td><td>465</td></tr></table>`,
      violations: ['#empty'],
    },
    {
      kind: 'bad',
      shows: 'reports a header whose only cells name another header',
      html: `<table><tr><th id="first">Train</th><th id="second">Platform</th></tr>
        <tr><td>RE 1</td><td headers="first">4</td></tr></table>`,
      violations: ['#second'],
    },
    {
      kind: 'bad',
      shows: 'reports a table that has header cells only, and the header of the grid without cells',
      html: `<table id="all"><tr><th>Monday</th><th>8:00</th></tr><tr><th>Tuesday</th><th>9:00</th></tr></table>
        <div role="grid" aria-label="Lifts"><div role="row"><span role="columnheader">Lift</span>
          <span role="columnheader" id="seats">Seats</span></div>
          <div role="row"><span role="gridcell">A</span></div></div>`,
      violations: ['#all', '#seats'],
    },
    {
      kind: 'good',
      shows: 'accepts headers of columns and rows, and a cell for both',
      html: `<table><tr><th>Name</th><th>Age</th><th>Town</th></tr><tr><th>Ada</th><td>36</td><td>London</td></tr></table>
        <table><tr><th scope="row">Height</th><td>3 m</td></tr><tr><th scope="row">Width</th><td>2 m</td></tr></table>`,
    },
    {
      kind: 'good',
      shows: 'accepts two rows of headers with spans, and cells with spans',
      html: `<table><thead><tr><th rowspan="2">Year</th><th colspan="2" scope="colgroup">Sales</th></tr>
        <tr><th>North</th><th>South</th></tr></thead>
        <tbody><tr><td>2020</td><td>1</td><td>2</td></tr><tr><td>2021</td><td colspan="2">unknown</td></tr></tbody></table>`,
    },
    {
      kind: 'good',
      shows: 'accepts cells that name their headers',
      html: `<table><tr><td headers="late">5</td><td headers="late">6</td></tr><tr><th id="late">Total</th></tr></table>`,
    },
    {
      kind: 'good',
      shows: 'accepts headers that the last row repeats',
      html: `<table><thead><tr><th>City</th><th>Area</th></tr></thead><tbody><tr><td>Oslo</td><td>454</td></tr></tbody>
        <tfoot><tr><th>City</th><th>Area</th></tr></tfoot></table>`,
    },
    {
      kind: 'good',
      shows: 'accepts a head that is a table of its own in front of the rows',
      html: `<div><div><div><table><tr><th>City</th><th>Area</th></tr></table></div></div>
        <div><div><table><tr><td>Oslo</td><td>454</td></tr></table></div></div></div>
        <div><div><table><tr><th>Fish</th><th>Legs</th></tr></table></div>
        <div><table><tr><th>Fish</th><th>Legs</th></tr><tr><td>Cod</td><td>0</td></tr></table></div></div>`,
    },
    {
      kind: 'bad',
      shows: 'reports a header without cells that the last row repeats, and asks about heads without rows',
      html: `<table><thead><tr><th>City</th><th id="first">Area</th></tr></thead><tbody><tr><td>Oslo</td></tr></tbody>
        <tfoot><tr><th>City</th><th id="last">Area</th></tr></tfoot></table>
        <div><table id="head"><tr><th>City</th><th>Area</th></tr></table></div>
        <div><table><tr><td>Oslo</td></tr></table></div>
        <table id="empty"><thead><tr><th>Fish</th><th>Legs</th></tr></thead><tbody></tbody>
        <tfoot><tr><th>Fish</th><th>Legs</th></tr></tfoot></table>`,
      violations: ['#first', '#last'],
      reviews: ['#head', '#empty'],
    },
    {
      kind: 'borderline',
      shows: 'accepts presentational tables, hidden headers and headers of other roles',
      html: `<table role="presentation"><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>
        <table><tr><th>A</th><th hidden>B</th></tr><tr><td>1</td></tr></table>
        <table><tr><th>A</th><th role="cell">B</th></tr><tr><td>1</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a grid that shows a part of its cells, and spans that are too large to read',
      html: `<table aria-rowcount="900"><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>
        <table><tr><th>A</th><th rowspan="65000" colspan="1000">B</th></tr>${'<tr><td>1</td></tr>'.repeat(30)}</table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts names of rows behind the boxes that select the rows',
      html: `<table><thead><tr><th><input type="checkbox" aria-label="All"></th><th>Group</th></tr></thead>
        <tr><td><input type="checkbox" aria-label="Editors"></td><th><a href="/1">Editors</a></th></tr>
        <tr><td><input type="checkbox" aria-label="Readers"></td><th scope="row"><a href="/2">Readers</a></th></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a table without data, which may come later',
      html: `<table id="empty"><thead><tr><th>Order</th><th>Date</th></tr></thead><tbody></tbody></table>`,
      reviews: ['#empty'],
    },
  ],
};
