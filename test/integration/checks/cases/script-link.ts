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
    {
      kind: 'borderline',
      shows: 'accepts links to install a script as a bookmark',
      html: `<p>Drag it to your bookmarks:</p><p><a href="javascript:(function(){go()})()">Save page</a></p><div><a draggable="true" href="javascript:(()=>{go()})();">Keep</a></div>`,
    },
    {
      kind: 'bad',
      shows: 'reports functions of a page without bookmarks, and other scripts of one with them',
      html: `<div><p><span><b><a id="one" href="javascript:(function(){go()})()">Open</a></b></span></p></div><p>Lesezeichen <a id="two" href="javascript:void(0)">Save</a></p>`,
      violations: ['#one', '#two'],
    },
  ],
};
