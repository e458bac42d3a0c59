import type { CheckCases, CheckPage } from './check-cases.ts';

const TEXT =
  'The toy brought back fond memories of a long walk through a wet and silent forest in autumn, and of the small lake.';

/** Areas of an application that take the part of the window. */
const areas: [string, string][] = [
  ['an area that scrolls both ways', 'height: 90vh; overflow: auto'],
  ['an area that cuts what is beside it', 'height: 90vh; overflow: hidden auto'],
  ['a fixed area', 'position: fixed; inset: 0; overflow-y: scroll; background: #fff'],
];

export const cases: CheckCases = {
  check: 'a11y-reflow',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a fixed width once for all of its text',
      html: `<div id="wide" style="width: 900px"><p>${TEXT}</p><p>${TEXT}</p></div>`,
      violations: ['#wide'],
    },
    {
      kind: 'bad',
      shows: 'reports a fixed width in a frame that is as wide as the window',
      html: `<iframe title="Terms" src="/reflow-frame" style="width: 100%; height: 400px; border: 0"></iframe>`,
      files: { '/reflow-frame': `<div id="wide" style="width: 900px">${TEXT}</div>` },
      violations: ['iframe | #wide'],
    },
    {
      kind: 'bad',
      shows: 'reports an area that begins in the window and is wider than the rest of it',
      html: `<!doctype html><html lang="en"><title>Help</title><style>html, body { height: 100%; margin: 0 }
        body { overflow: hidden; display: flex } nav { width: 250px; flex: none }
        main { flex: 1; min-width: 420px; overflow: auto }</style><nav><a href="#a">Returns</a></nav>
        <main><h1>Returns</h1><p>${TEXT}</p></main>`,
      violations: ['main'],
    },
    {
      kind: 'bad',
      shows: 'reports a wide box that cuts what does not fit into it',
      html: `<div id="wide" style="width: 600px; overflow: hidden"><p>${TEXT}</p></div>`,
      violations: ['#wide'],
    },
    {
      kind: 'bad',
      shows: 'reports text that does not wrap',
      html: `<p id="wide" style="white-space: nowrap">${TEXT}</p>`,
      violations: ['#wide'],
    },
    {
      kind: 'bad',
      shows: 'reports text that cannot be read because the page does not scroll',
      html: `<style>body { overflow-x: hidden }</style><div id="wide" style="width: 900px">${TEXT}</div>`,
      violations: ['#wide'],
    },
    {
      kind: 'bad',
      shows: 'reports a fixed width with writing from right to left',
      html: `<!doctype html><html lang="he" dir="rtl"><head><title>Page</title></head><body><main><h1>Page</h1><div id="wide" style="width: 900px">${TEXT}</div></main></body></html>`,
      violations: ['#wide'],
    },
    ...areas.map(
      ([what, style]): CheckPage => ({
        kind: 'bad',
        shows: `reports a fixed width in ${what}`,
        html: `<style>html, body { height: 100%; margin: 0; overflow: hidden } #area { ${style} }</style><div id="area"><div style="height: 3000px"></div><div id="wide" style="width: 900px">${TEXT}</div></div>`,
        violations: ['#wide'],
      }),
    ),
    {
      kind: 'bad',
      shows: 'reports a fixed width in a modal dialog',
      html: `<dialog id="offer" aria-label="Offer"><div style="width: 900px" id="wide">${TEXT}</div></dialog><script>offer.showModal()</script>`,
      violations: ['#wide'],
    },
    {
      kind: 'bad',
      shows: 'asks for a review of a column that is beside the window',
      html: `<div style="display: flex; width: 600px"><div style="width: 300px">${TEXT}</div>
        <div id="second" style="width: 300px">${TEXT}</div></div>`,
      reviews: ['#second'],
    },
    {
      kind: 'good',
      shows: 'accepts text that wraps, and columns that are placed below each other',
      html: `<style>@media (min-width: 700px) { .columns { display: flex } }</style><p>${TEXT}</p>
        <div class="columns"><div>${TEXT}</div><div>${TEXT}</div></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts tables, code, images and areas that scroll by themselves',
      html: `<table style="width: 900px"><tr><th>Name</th><td style="white-space: nowrap">${TEXT}</td></tr></table>
        <pre>${TEXT}</pre><div role="img" aria-label="Chart" style="width: 900px">${TEXT}</div>
        <div style="overflow-x: auto"><p style="width: 900px">${TEXT}</p></div>
        <svg width="900" height="20" role="img" aria-label="Line"><text y="15">${TEXT}</text></svg>`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts a page without text that scrolls sideways, and text beside the window that nobody is to see',
      html: `<div style="width: 900px; height: 10px; background: teal"></div><p>${TEXT}</p>
        <p style="position: absolute; left: -9999px; width: 900px">${TEXT}</p>
        <p style="position: fixed; left: 100%; width: 900px">${TEXT}</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text from right to left that wraps, and what no scrolling reaches',
      html: `<!doctype html><html lang="he" dir="rtl"><head><title>Page</title></head><body><main><h1>Page</h1><p>${TEXT}</p><p style="position: absolute; right: -9999px; width: 900px">${TEXT}</p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts a closed menu beside the window that is as large as it, and a page that scrolls sideways without text',
      html: `<div style="width: 900px; height: 10px; background: teal"></div><p>${TEXT}</p>
        <div style="position: fixed; top: 0; left: 100%; width: 320px; height: 100vh; overflow: auto">${TEXT}</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a row of cards that scrolls sideways in the area of an application',
      html: `<style>html, body { height: 100%; margin: 0; overflow: hidden } #area { height: 90vh; overflow: auto }</style><div id="area"><div style="display: flex; overflow-x: auto; height: 80vh"><div style="flex: none; width: 280px">${TEXT}</div><div style="flex: none; width: 280px">${TEXT}</div></div></div>`,
    },
    {
      kind: 'borderline',
      shows: 'asks for a review of a word that is wider than the window',
      html: `<p id="word" style="font-size: 30px">A very long word is part of this text: ThisWordIsLongerThanTheWindowIsWide</p>`,
      reviews: ['#word'],
    },
    {
      kind: 'borderline',
      shows: 'reports a table for the layout, and accepts a script that changes the width',
      html: `<table id="wide" role="presentation" style="width: 900px"><tr><td>${TEXT}</td></tr></table>
        <div id="box" style="width: 900px">${TEXT}</div>
        <script>addEventListener('resize', () => { box.style.width = innerWidth < 900 ? 'auto' : '900px' })</script>`,
      violations: ['#wide'],
    },
  ],
};
