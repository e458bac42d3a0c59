import type { CheckCases } from './check-cases.ts';

const page = (css: string, body = '<main><h1>Heading</h1><p>Some text of the page</p></main>') =>
  `<!doctype html><html lang="en"><head><title>A page</title><style>${css}</style></head><body>${body}</body></html>`;

export const cases: CheckCases = {
  check: 'a11y-orientation-lock',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a page that is turned in a high window',
      html: page('@media (orientation: portrait) { html { transform: rotate(1.5708rad) } }'),
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a page that shows its content in a wide window only',
      html: page(
        '.turn { display: none } @media (orientation: portrait) { main { display: none } .turn { display: block } }',
        `<p class="turn">Please turn your device: these pages need a wide window.</p><main><h1>Orders of the day</h1>
          <p>Fourteen new orders came in today, nine were packed, and two were returned because the size did not fit.</p></main>`,
      ),
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a page that a script builds anew in a high window',
      html: page(
        '',
        `<main></main><script>const build = () => { document.querySelector('main').innerHTML = '<h1>Orders of the day</h1><p>Fourteen new orders came in today, nine were packed, and two were returned because the size did not fit.</p>' };
        addEventListener('resize', build); build()</script>`,
      ),
    },
    {
      kind: 'good',
      shows: 'accepts a page that hides its navigation in a high window',
      html: page(
        '@media (orientation: portrait) { nav { display: none } }',
        `<nav><a href="#a">Orders of the day</a> <a href="#b">Orders of the week</a></nav><main><h1>Orders of the day</h1>
          <p>Fourteen new orders came in today, nine were packed, and two were returned because the size did not fit.</p></main>`,
      ),
    },
    {
      kind: 'bad',
      shows: 'reports a matrix, and a turn in addition to a slight one',
      html: page(`@media (orientation: landscape) { body { transform: matrix3d(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) } }
        main { rotate: 2.5deg } @media (orientation: landscape) { main { rotate: 92.5deg } }`),
      violations: ['body', 'main'],
    },
    {
      kind: 'bad',
      shows: 'reports a page that is turned slowly',
      html: page('main { transition: rotate 20s } @media (orientation: portrait) { main { rotate: 90deg } }'),
      violations: ['main'],
    },
    {
      kind: 'bad',
      shows: 'reports a script that turns the page',
      html: page(
        '',
        `<main>Some text</main><script>const turn = () => {
        document.body.style.transform = innerHeight > innerWidth ? 'rotate(-90deg)' : '' };
        addEventListener('resize', turn); turn()</script>`,
      ),
      violations: ['body'],
    },
    {
      kind: 'good',
      shows: 'accepts pages that do not depend on the orientation',
      html: page('main { transform: rotate(90deg) }'),
    },
    {
      kind: 'good',
      shows: 'accepts turns that leave the content upright, and other transforms',
      html: page(`@media (orientation: portrait) { html { transform: rotateZ(1turn) } body { transform: translateX(9px) }
        main { transform: matrix(1, -1.22465e-15, 1.22465e-15, 1, 0, 0) } }`),
    },
    {
      kind: 'borderline',
      shows: 'accepts a small part of the page that is turned, and a turn in space',
      html: page(
        `@media (orientation: portrait) { #tab { transform: rotate(90deg) } main { rotate: x 180deg } }`,
        '<main><h1>Heading</h1><p>Some text of the page</p><p id="tab">Tab</p></main>',
      ),
    },
  ],
};
