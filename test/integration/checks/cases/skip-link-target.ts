import type { CheckCases } from './check-cases.ts';

const skip = (href: string, name = 'Skip to main content') => `<a id="skip" href="${href}">${name}</a>`;
const NAV = '<nav><a href="/a">A</a> <a href="/b">B</a></nav>';
const whole = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`;

export const cases: CheckCases = {
  check: 'a11y-skip-link-target',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a link to a target before the navigation',
      html: whole(`${skip('#main')}<div id="main">${NAV}<h1>Heading</h1><a href="/c">C</a></div>`),
      reviews: ['#skip'],
    },
    {
      kind: 'bad',
      shows: 'asks about a link to itself or to what is before it, in another language',
      html: whole(
        `<div id="top">${skip('#top', 'Zum Hauptinhalt')}</div>${NAV}<main><h1>Heading</h1></main>`,
      ),
      reviews: ['#skip'],
    },
    {
      kind: 'bad',
      shows: 'asks about a target in front of other text before the main content',
      html: whole(
        `${skip('#about')}<a href="/c">C</a><aside id="about"><p>About the book</p></aside><main><h1>Heading</h1></main>`,
      ),
      reviews: ['#skip'],
    },
    {
      kind: 'bad',
      shows: 'reports a link into content beside the main content, if nothing else leads there',
      html: whole(
        `${skip('#about')}<a href="/c">C</a><aside><h2 id="about">About</h2><p>About the book</p></aside><div id="main"><p>Chapter one</p></div>`,
      ),
      violations: ['#skip'],
    },
    {
      kind: 'borderline',
      shows: 'asks if a heading leads to the main content, or the target is in no such landmark',
      html: whole(
        `${skip('#about')}<a href="#more" id="two">Skip to content</a><a href="/c">C</a><aside><p id="about">About the book</p></aside>
        <p id="more">More</p><div id="main"><h2>Chapter one</h2></div>`,
      ),
      reviews: ['#skip', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks if the target is in no landmark, even without a heading',
      html: whole(
        `${skip('#about')}<a href="/c">C</a><div><p id="about">About the book</p></div><div id="main"><p>Chapter one</p></div>`,
      ),
      reviews: ['#skip'],
    },
    {
      kind: 'borderline',
      shows: 'accepts a target directly in front of the main content, and one that is not the main content',
      html: whole(`${skip('#here')}${NAV}<a id="here"></a><main><h1>Heading</h1></main>`),
    },
    {
      kind: 'good',
      shows: 'accepts a link that skips the navigation',
      html: whole(`${skip('#main')}${NAV}<main id="main"><h1>Heading</h1><a href="/c">C</a></main>`),
    },
    {
      kind: 'good',
      shows: 'accepts a page without a skip link',
      html: whole(`${NAV}<main><h1 id="h">Heading</h1><a href="#h">To the heading</a></main>`),
    },
    {
      kind: 'borderline',
      shows: 'leaves a target that does not exist to axe, and accepts two skip links',
      html: whole(
        `${skip('#none')}<a href="#main">Jump to content</a>${NAV}<main id="main"><h1>Heading</h1></main>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'accepts a link to a later skip link of the same page, and names of unknown languages',
      html: whole(
        `<a id="skip" href="#main">Hyppää sisältöön</a><div id="main">${NAV}<h1>Heading</h1></div>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'does not test links of a document in a frame',
      html: `<iframe title="Inner" src="/skip-inner"></iframe>`,
      files: {
        '/skip-inner': whole(`${skip('#main')}<div id="main">${NAV}<h1>Heading</h1><a href="/c">C</a></div>`),
      },
    },
  ],
};
