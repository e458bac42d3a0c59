import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-generic-link-text',
  pages: [
    {
      kind: 'bad',
      shows: 'reports generic links within a sentence',
      html: `<p>The report on trees is <a id="one" href="/a">here</a>.</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports generic links in a card and by role',
      html: `<div><h3>Trees</h3><a id="one" href="/a">Read more…</a></div><p>Roses: <span id="two" role="link" tabindex="0">more</span></p>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts links that say where they lead',
      html: `<p><a href="/a">Report on trees</a></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts names that add hidden text',
      html: `<p><a href="/a" aria-label="More about trees">More</a></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts names that begin like generic ones',
      html: `<p><a href="/a">Here and now</a> <a href="/b">More trees</a> <a href="/c">Link building</a></p>`,
    },
    {
      kind: 'borderline',
      shows: 'tests no pages in languages that it does not know',
      html: `<!doctype html><html lang="hu"><head><title>Kert</title></head><body><main><p><a href="/a">Link</a></p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts contents whose part has the same name',
      html: `<ul><li><a href="#more">More</a></li></ul><h2 id="more">More</h2>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts code, and the name of the page in its address',
      html: `<p>Types: <a href="/types"><code>this</code></a>, <code><a href="#more-types">more</a></code> <a href="/topics/go/?all=1">Go</a></p>`,
    },
    {
      kind: 'bad',
      shows: 'reports a generic text that only begins like the address',
      html: `<p>Types: <a id="one" href="/topics/gone">Go</a></p>`,
      violations: ['#one'],
    },
  ],
};
