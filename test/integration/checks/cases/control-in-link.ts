import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-control-in-link',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a button in a card that is a link',
      html: `<a href="/fern"><h2>Fern</h2><p>9 pounds</p><button id="add" type="button">Add to cart</button></a>`,
      violations: ['#add'],
      data: { role: 'button', name: 'Add to cart' },
    },
    {
      kind: 'bad',
      shows: 'reports elements that scripts make controls, and fields',
      html: `<div role="link" tabindex="0">Fern <span id="select" role="checkbox" aria-checked="false" tabindex="0">Select</span></div>
        <a href="/palm">Palm <input id="number" aria-label="Number"></a>`,
      violations: ['#select', '#number'],
    },
    {
      kind: 'bad',
      shows: 'reports a link that a script puts into another one',
      html: `<a id="outer" href="/ivy">Ivy </a><script>const inner = document.createElement('a'); inner.id = 'inner';
        inner.href = '/care'; inner.textContent = 'Care'; outer.append(inner)</script>`,
      violations: ['#inner'],
    },
    {
      kind: 'good',
      shows: 'accepts a button beside a link whose pseudo-element covers the card',
      html: `<style>.card { position: relative } .card a::after { content: ""; position: absolute; inset: 0 } .card button { position: relative }</style>
        <div class="card"><a href="/fern">Fern</a><button type="button">Add to cart</button></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts a page without links',
      html: `<p><button type="button">Add to cart</button></p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts what the Tab key does not reach, and an anchor that leads nowhere',
      html: `<a href="/fern">Fern <button type="button" tabindex="-1">Add</button><button type="button" disabled>Select</button>
        <button type="button" style="display: none">Hidden</button><span role="img" aria-label="New">★</span></a>
        <a>Palm <button type="button">Add to cart</button></a>`,
    },
  ],
};
