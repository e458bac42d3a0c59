import type { CheckCases } from './check-cases.ts';

const serveImage: NonNullable<CheckCases['pages'][number]['files']>[string] = (_request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'image/svg+xml' })
    .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
};

export const cases: CheckCases = {
  check: 'a11y-unnamed-graphic',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about drawings without a name',
      html: `<canvas id="one" width="300" height="200"></canvas><svg id="two" width="300" height="200"><path d="M0 0h300v200z"/></svg>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about a logo with an empty alternative',
      html: `<img id="one" alt="" src="/company-logo.svg" width="100" height="40">`,
      files: { '/company-logo.svg': serveImage },
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts names, titles and text within a drawing',
      html: `<canvas role="img" aria-label="Sales by month" width="300" height="200"></canvas><canvas width="300" height="200"><p>Sales rose.</p></canvas><svg width="300" height="200"><title>Map</title><path d="M0 0h300v200z"/></svg><svg width="300" height="200"><text y="50">Sales</text></svg>`,
    },
    {
      kind: 'good',
      shows: 'accepts decoration',
      html: `<svg aria-hidden="true" width="300" height="200"><path d="M0 0h300v200z"/></svg><canvas role="presentation" width="300" height="200"></canvas><img alt="" src="data:," width="300" height="200">`,
    },
    {
      kind: 'good',
      shows: 'accepts a graphic whose link or figure says it',
      html: `<a href="/" aria-label="Home"><svg width="120" height="120"><path d="M0 0h120v120z"/></svg></a><figure><canvas width="300" height="200"></canvas><figcaption>Sales</figcaption></figure>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts symbols, and what is not shown',
      html: `<p><svg width="24" height="24"><path d="M0 0h24v24z"/></svg> Search</p><canvas hidden width="300" height="200"></canvas>`,
    },
    {
      kind: 'bad',
      shows: 'asks about drawings with text that nobody gets, or that says nothing about them',
      html: `<svg id="one" width="300" height="200"><style>path { fill: red }</style><metadata>Made by a program</metadata><defs><text>A</text></defs><path d="M0 0h300v200z"/></svg>
        <svg id="two" width="300" height="200"><text y="50" visibility="hidden">Sales</text></svg>
        <canvas id="three" width="300" height="200">Your browser does not support this.</canvas>
        <canvas id="four" aria-labelledby="gone" aria-describedby="gone" width="300" height="200"></canvas>`,
      reviews: ['#four', '#one', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about drawings in elements that have no name themselves',
      html: `<figure><canvas id="one" width="300" height="200"></canvas></figure><div role="img"><canvas id="two" width="300" height="200"></canvas></div>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts a description elsewhere, and a named element around a drawing',
      html: `<p id="text">Sales rose.</p><canvas aria-describedby="text" width="300" height="200"></canvas><div role="img" aria-label="Sales"><canvas width="300" height="200"></canvas></div>`,
    },
    {
      kind: 'borderline',
      shows: 'does not take words that end or begin like "logo" for it',
      html: `${['catalogo-2024.jpg', 'dialogo.jpg', 'psicologos.png', 'logopaedie.png']
        .map((name) => `<img alt="" src="/${name}" width="100" height="40">`)
        .join('')}<img id="one" alt="" src="/companyLogo_2.svg" width="100" height="40">`,
      files: { '/companyLogo_2.svg': serveImage },
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about logos and charts whatever hides them',
      html: `<p>Text</p><img id="one" aria-hidden="true" alt="Oak" src="/oak-logo.svg" width="100" height="40"><img id="two" role="none" src="/sales_chart.svg" width="100" height="40">
        <svg id="three" class="site-logo" width="90" height="30" aria-hidden="true"><path d="M0 0h90v30z"/></svg><div aria-hidden="true"><svg id="page-logo" width="90" height="30"><path d="M0 0h90v30z"/></svg></div>`,
      files: { '/oak-logo.svg': serveImage, '/sales_chart.svg': serveImage },
      reviews: ['#one', '#page-logo', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks once about hidden images that a text leads to',
      html: `<p>This is where you find us:</p><p><img id="one" alt="" src="/place.svg" width="300" height="200"></p>
        <p>Our shop: <img alt="" src="/place.svg" width="300" height="200"></p>`,
      files: { '/place.svg': serveImage },
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a small canvas, and once about hidden drawings with words of their own',
      html: `<p>Text</p><canvas id="one" width="80" height="25"></canvas><svg id="two" aria-hidden="true" width="300" height="200"><text y="50">Rainfall in spring</text></svg>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts a logo beside its name, images that are missing, and graphics within named controls',
      html: `<header><img alt="" src="/acme-logo.svg" width="100" height="40"> Acme</header><p>Text</p><img alt="" src="/gone-logo.svg" width="100" height="40">
        <div role="tab" tabindex="0"><svg width="300" height="200"><path d="M0 0h300v200z"/></svg>Sales</div>
        <svg aria-hidden="true" width="300" height="200"><text y="50">Sales</text></svg>`,
      files: { '/acme-logo.svg': serveImage },
    },
  ],
};
