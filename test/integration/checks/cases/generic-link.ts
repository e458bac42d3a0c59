import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-generic-link',
  pages: [
    {
      kind: 'bad',
      shows: 'reports generic links alone in their block',
      html: `<p>It rained all week.</p><p><a id="one" href="/click-here">Click here!</a></p><div><span id="two" role="link" tabindex="0">More</span></div>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports generic links of other languages',
      html: `<!doctype html><html lang="de-AT"><head><title>Garten</title></head><body><main><p>Es regnete.</p><p><a id="one" href="/a">Hier klicken</a></p></main></body></html>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about weak phrases, and reports several links of a block',
      html: `<p>It rained.</p><p><a id="one" href="/a">Here</a> <a id="two" href="/b">Learn more</a></p>`,
      violations: ['#one'],
      reviews: ['#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a block of its own beside other blocks',
      html: `<p>Trees</p><div id="one" role="link" tabindex="0">More</div><p>Roses</p>`,
      violations: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts links that say where they lead',
      html: `<p><a href="/a">Read more about trees</a></p><p><a href="/b" aria-label="More about roses">More</a></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts the sentence, list item and table cell of the link',
      html: `<p>The report on trees is <a href="/a">here</a>.</p><ul><li>Trees <ul><li><a href="/b">More</a></li></ul></li></ul><table><tr><th>Roses</th><td><a href="/c">More</a></td></tr></table>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts the heading of a card, descriptions and navigations',
      html: `<div><h3 id="h">Trees</h3><p>They grow.</p><div><a href="/a">Read more</a></div></div><p><a href="/b" aria-describedby="h">More</a></p><nav aria-label="Main"><p><a href="/c">More</a></p></nav><p><a href="/d" title="More about roses">More</a></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts words of another language, and links that nobody perceives',
      html: `<!doctype html><html lang="fr"><head><title>Jardin</title></head><body><main><p>Il pleut.</p><p><a href="/a">More</a></p><p><a href="/b" hidden>Ici</a></p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts contents whose part has the same name, and asks about items of lists',
      html: `<ul><li><a href="#more">More</a></li></ul><h2 id="more">More</h2><ul><li><a id="one" href="/a">More</a></li></ul>`,
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts code, and the name of the page in its address',
      html: `<p>It rained.</p><p><a href="/types"><code>this</code></a></p><p><a href="/topics/go">Go</a></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts items of lists and cells by role, and asks about items without other words',
      html: `<div role="list"><div role="listitem"><p>Oaks grow for centuries.</p><p><a href="/a">Read more</a></p></div>
        <div role="listitem"><a id="one" href="/b">More</a></div></div>
        <div role="table" aria-label="Trees"><div role="row"><div role="cell">Pines</div><div role="cell"><a href="/c">More</a></div></div></div>`,
      reviews: ['#one'],
    },
  ],
};
