import type { CheckCases } from './check-cases.ts';

const TEXT =
  '<p>The shop is open from Monday to Saturday, and on the first Sunday of each month as well.</p>';
const bare = (body: string) => `<!doctype html><html lang="en"><title>Opening hours</title><body>${body}`;

export const cases: CheckCases = {
  check: 'a11y-main-heading',
  pages: [
    {
      kind: 'bad',
      shows: 'reports main content without a heading after navigation',
      html: bare(`<nav><h2>Pages</h2><a href="/a">A</a></nav><main>${TEXT}</main>`),
      violations: ['main'],
    },
    {
      kind: 'borderline',
      shows: 'asks if other links are in front of it, because they may be part of the content',
      html: bare(`<p>See also <a href="/a">A</a></p><main>${TEXT}</main>`),
      reviews: ['main'],
    },
    {
      kind: 'borderline',
      shows: 'asks if the content has a heading that is not on the screen',
      html: bare(
        `<nav><a href="/a">A</a></nav><main><h1 style="position: absolute; left: -9999px">Hours</h1>${TEXT}</main>`,
      ),
      reviews: ['main'],
    },
    {
      kind: 'borderline',
      shows: 'asks if the navigation has no links, or is not shown',
      html: bare(
        `<nav><button>Menu</button></nav><nav hidden><a href="/b">B</a></nav><a href="/a">A</a><main>${TEXT}</main>`,
      ),
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
    {
      kind: 'good',
      shows: 'accepts a heading of the page directly in front of the content',
      html: bare(`<nav><a href="/a">A</a></nav><div><h1>Hours</h1></div><main>${TEXT}</main>`),
    },
    {
      kind: 'bad',
      shows: 'asks if links are between the heading of the page and the content',
      html: bare(`<h1>Trees</h1><nav><a href="/a">A</a></nav><main>${TEXT}</main>`),
      reviews: ['main'],
    },
    {
      kind: 'borderline',
      shows: 'accepts content without text, whatever its scripts and styles say',
      html: bare(
        `<a href="/a">A</a><main><div></div><script>/* ${TEXT} */</script><style>/* ${TEXT} */</style></main>`,
      ),
    },
    {
      kind: 'bad',
      shows: 'reports content if users do not get the only headings, or if they are beside it',
      html: bare(
        `<nav><a href="/a">A</a></nav><aside><h2>News</h2></aside><main><h1 hidden>Hours</h1>
        <h2 aria-hidden="true">Hours</h2><h3></h3>${TEXT}</main>`,
      ),
      violations: ['main'],
    },
    {
      kind: 'borderline',
      shows: 'does not test content behind a modal dialog',
      html: bare(`<nav><a href="/a">A</a></nav><main><h1>Opening hours</h1>${TEXT}</main>
        <dialog id="cookies" aria-label="Cookies"><button>Accept</button></dialog><script>cookies.showModal()</script>`),
    },
    {
      kind: 'borderline',
      shows: 'does not test the content of a frame, which is a part of the page',
      html: bare(`<h1>Hours</h1><iframe title="Hours" src="/main-heading-inner"></iframe>`),
      files: { '/main-heading-inner': bare(`<nav><a href="/a">A</a></nav><main>${TEXT}</main>`) },
    },
  ],
};
