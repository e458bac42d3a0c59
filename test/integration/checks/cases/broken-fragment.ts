import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-broken-fragment',
  pages: [
    {
      kind: 'bad',
      shows: 'reports links whose target does not exist',
      html: `<a id="one" href="#contact">Contact</a><a id="two" href="#a%20b">A b</a><h2 id="a">A</h2>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports a target in other letters',
      html: `<a id="one" href="#Contact">Contact</a><h2 id="contact">Contact</h2>`,
      violations: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts ids, names, encoded ids and the top of the page',
      html: `<a href="#a">A</a><a href="#b">B</a><a href="#%C3%A4">C</a><a href="#top">Top</a><a href="#">Up</a><h2 id="a">A</h2><a name="b">B</a><h2 id="ä">Ä</h2>`,
    },
    { kind: 'good', shows: 'accepts links of another page', html: `<a href="/other#contact">Contact</a>` },
    {
      kind: 'borderline',
      shows: 'does not test links that a script handles',
      html: `<a id="one" href="#tab">Tab</a><nav><a href="#view">View</a></nav><script>one.onclick = () => 1; document.querySelector('nav').addEventListener('click', () => 2)</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks once about links if the page handles clicks or fragments',
      reviews: ['#one'],
      html: `<a id="one" href="#view">View</a><a href="#list">View</a><script>addEventListener('hashchange', () => document.title)</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts routes, texts to look for, and other roles',
      html: `<a href="#/cart">Cart</a><a href="#!cart">Cart</a><a href="#:~:text=one">One</a><a href="#x" role="button">X</a>`,
    },
    {
      kind: 'borderline',
      shows: 'leaves skip links to axe-core',
      html: `<a href="#nothing" style="position: absolute; left: -999px">Skip to content</a><p>Text</p>`,
    },
    {
      kind: 'bad',
      shows: 'reports full addresses of the page itself',
      html: `<p><a id="one" href="/a11y-broken-fragment/8#a">A</a> <a id="two" href="8#b">B</a>
        <a href="8#c">C</a></p><h2 id="c">C</h2>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'does not test fragments that a base makes addresses of another page',
      html: `<base href="/other"><a href="#contact">Contact</a>`,
    },
    {
      kind: 'bad',
      shows: 'reports links with the words of skip links that axe-core does not test',
      html: `<a href="/">Home</a><a id="one" href="#recipe">Jump to recipe</a><p>Text</p>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports links of a page whose listeners only count clicks',
      html: `<a id="one" href="#contact">Contact</a><script>
        document.addEventListener('click', (event) => { (window.layer ??= []).push(event.target.tagName) })</script>`,
      violations: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'asks about links of a page whose listeners hand on clicks',
      reviews: ['#one'],
      html: `<a id="one" href="#view">View</a><script>const open = (event) => 1;
        document.addEventListener('click', (event) => { open(event) })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about links of a page with a listener that is bound',
      reviews: ['#one'],
      html: `<a id="one" href="#view">View</a><script>document.addEventListener('click', function (open, event) { open(event) }.bind(null, () => 1))</script>`,
    },
  ],
};
