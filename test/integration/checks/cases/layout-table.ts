import type { CheckCases } from './check-cases.ts';

const DATA = '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>';

export const cases: CheckCases = {
  check: 'a11y-layout-table',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a table that contains tables',
      html: `<table id="outer"><tr><td>Menu</td><td><div>${DATA}</div></td></tr><tr><td>Text</td><td>Text</td></tr></table>`,
      violations: ['#outer'],
    },
    {
      kind: 'bad',
      shows: 'reports columns of a page',
      html: `<table id="page"><tr><td><nav><a href="/a">A</a></nav></td><td><h2>News</h2><p>Text</p></td></tr></table>`,
      violations: ['#page'],
    },
    {
      kind: 'bad',
      shows: 'reports presentational tables with headers or a caption',
      html: `<table role="presentation" id="one"><tr><th>Name</th></tr><tr><td>A</td></tr></table>
        <table role="none" id="two"><caption>Addresses</caption><tr><td>A</td></tr></table>`,
      violations: ['#one', '#two'],
    },
    { kind: 'good', shows: 'accepts tables of data', html: DATA },
    {
      kind: 'good',
      shows: 'accepts presentational tables for layout',
      html: `<table role="presentation"><tr><td><h2>News</h2></td><td>${DATA}</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a table of data whose cell contains a table',
      html: `<table><tr><th>Name</th><th>Details</th></tr><tr><td>A</td><td>${DATA}</td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a table without headers that has texts only, and hidden tables',
      html: `<table><tr><td>Height</td><td>3 m</td></tr></table><table hidden><tr><td>${DATA}</td></tr></table>`,
    },
  ],
};
