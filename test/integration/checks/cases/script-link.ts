import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-script-link',
  pages: [
    {
      kind: 'bad',
      shows: 'reports an address that is a script',
      html: `<a id="one" href="javascript:void(0)">Open</a><a id="two" href=" JavaScript:go()">Go</a>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports an area of an image map',
      html: `<img src="data:," alt="Map" usemap="#map" width="20" height="20"><map name="map"><area id="area" alt="North" href="javascript:north()" shape="rect" coords="0,0,9,9"></map>`,
      violations: ['#area'],
    },
    {
      kind: 'good',
      shows: 'accepts addresses',
      html: `<a href="/a">A</a><a href="#main">Main</a><a href="mailto:a@example.com">Mail</a>`,
    },
    {
      kind: 'good',
      shows: 'accepts buttons',
      html: `<button onclick="void 0">Open</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a link with the role of a button',
      html: `<a href="javascript:void(0)" role="button">Open</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text that mentions a script, and hidden links',
      html: `<a href="/javascript:guide">Guide</a><a hidden href="javascript:void(0)">Hidden</a>`,
    },
  ],
};
