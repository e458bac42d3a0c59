import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-new-window-link',
  pages: [
    {
      kind: 'bad',
      shows: 'asks once about links with a target that is a new window',
      html: `<a id="one" href="/a" target="_blank">Report</a><p>Text</p><a id="two" href="/b" target="help">Help</a>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about an image and a link whose icon says nothing',
      html: `<a id="one" href="/a" target="_blank"><img src="data:," alt="Report"></a><p><a id="two" href="/b" target="_BLANK">Help <svg aria-hidden="true"></svg></a></p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about links of a page in another language',
      html: `<!doctype html><html lang="de-AT"><title>Titel</title><main><h1>Titel</h1><a id="one" href="/a" target="_blank">Bericht</a></main>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts links that say so in text, name, tooltip or alternative',
      html: `<a href="/a" target="_blank">Report (opens in new tab)</a><a href="/b" target="_blank" aria-label="Help, new window">Help</a><a href="/c" target="_blank" title="New window">News</a><a href="/d" target="_blank">Map <img src="data:," alt="external link"></a>`,
    },
    {
      kind: 'good',
      shows: 'accepts text beside the link, and links without a new window',
      html: `<p><a href="/a" target="_blank">Report</a> (new window)</p><a href="/b" target="_self">Help</a><a href="/c">News</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a target that is a frame of the page, and a described link',
      html: `<iframe name="content" title="Content" srcdoc="Text"></iframe><a href="/a" target="content">Chapter</a><a href="/b" target="_blank" aria-describedby="note">Help</a><p id="note" hidden>Another window</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts pages in languages that it does not know, and links that nobody perceives',
      html: `<!doctype html><html lang="ka"><title>Title</title><main><h1>Title</h1><a href="/a" target="_blank">Report</a></main>`,
    },
  ],
};
