import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-adjacent-links',
  pages: [
    {
      kind: 'bad',
      shows: 'reports an image and a text that link to the same address',
      html: `<a href="/a"><img src="data:," alt="Product"></a> <a id="two" href="/a">Product</a>`,
      violations: ['#two'],
    },
    {
      kind: 'bad',
      shows: 'reports them in different elements',
      html: `<div><a href="/a"><img src="data:," alt=""></a></div><h2><a id="two" href="/a">Article</a></h2>`,
      violations: ['#two'],
    },
    {
      kind: 'bad',
      shows: 'reports an image whose alternative has more than the text, also in an item of a list',
      html: `<ul><li><a href="/a"><img src="data:," alt="Photo of the product"></a><h3><a id="two" href="/a">Product</a></h3></li></ul>`,
      violations: ['#two'],
    },
    {
      kind: 'good',
      shows: 'accepts links without a name, and anchors that are buttons',
      html: `<div id="slides"><a href="/slides"></a><a href="/slides"></a>
        <a href="#slides" role="button">Slide</a><a href="#slides" role="button">Slide</a></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts a logo in front of a navigation, whatever its name is',
      html: `<!doctype html><html lang="en"><head><title>Acme</title></head><body><header>
        <a href="/"><img src="data:," alt="Acme"></a><nav><ul><li><a href="/">Home</a></li><li><a href="/a">A</a></li></ul></nav>
        </header><main><h1>Acme</h1><p>Text</p></main><footer><a href="/" aria-label="Home"><svg></svg></a>
        <nav aria-label="Footer"><ul><li><a href="/">Home</a></li></ul></nav></footer></body></html>`,
    },
    {
      kind: 'good',
      shows: 'accepts an icon for the previous page in front of the same page by its number',
      html: `<div><a href="?page=1" aria-label="Previous page"><svg aria-hidden="true"></svg></a><a href="?page=1">1</a>
        <span aria-current="page">2</span><a href="?page=3">3</a><a href="?page=3" aria-label="Next page"><svg></svg></a></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts one link with both, different addresses, and different names',
      html: `<a href="/a"><img src="data:," alt=""> Product</a> <a href="/b">Other</a> <a href="/b">Third</a>`,
    },
    {
      kind: 'good',
      shows: 'accepts the same address with text between',
      html: `<p><a href="/a">Product</a> is described with <a href="/a">details</a>.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a second link that neither keyboard nor screen reader reaches',
      html: `<a href="/a" tabindex="-1" aria-hidden="true"><img src="data:," alt=""></a><a href="/a">Article</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts names of types in code, and behind a bracket',
      html: `<pre><code>fn swap(<a href="/u8">u8</a>, <a href="/u8">u8</a>)</code></pre><h2>List&lt;<a href="/pair">Pair</a>&gt; <a href="/pair">Pair</a></h2>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a control or image between them, and links to the top',
      html: `<a href="/a">One</a><button>Between</button><a href="/a">Two</a><a href="#">Up</a><a href="#">Top</a>`,
    },
  ],
};
