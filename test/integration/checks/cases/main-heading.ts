import type { CheckCases } from './check-cases.ts';

const TEXT =
  '<p>The shop is open from Monday to Saturday, and on the first Sunday of each month as well.</p>';
const bare = (body: string) => `<!doctype html><html lang="en"><title>Opening hours</title><body>${body}`;

export const cases: CheckCases = {
  check: 'a11y-main-heading',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about main content without a heading',
      html: bare(`<nav><h2>Pages</h2><a href="/a">A</a></nav><main>${TEXT}</main>`),
      reviews: ['main'],
    },
    {
      kind: 'bad',
      shows: 'asks about content by its id, and about a heading that is not on the screen',
      html: bare(
        `<a href="/a">A</a><div id="content"><h1 style="position: absolute; left: -9999px">Hours</h1>${TEXT}</div>`,
      ),
      reviews: ['#content'],
    },
    {
      kind: 'good',
      shows: 'accepts a heading of any level or role',
      html: bare(`<a href="/a">A</a><main><h2>Hours</h2>${TEXT}</main>`),
    },
    {
      kind: 'good',
      shows: 'accepts a heading that is an image with an alternative',
      html: bare(
        `<a href="/a">A</a><main><h1><img alt="Hours" src="data:," width="50" height="50"></h1>${TEXT}</main>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'accepts pages without links in front of the content',
      html: bare(`<main>${TEXT}<a href="/a">A</a></main>`),
    },
    {
      kind: 'borderline',
      shows: 'accepts short content, and pages without an area for it',
      html: bare(`<a href="/a">A</a><main><p>Done.</p></main>`),
    },
    {
      kind: 'borderline',
      shows: 'does not test pages whose main content it does not know',
      html: bare(`<a href="/a">A</a><div>${TEXT}</div>`),
    },
  ],
};
