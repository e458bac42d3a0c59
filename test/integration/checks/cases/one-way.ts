import type { CheckCases } from './check-cases.ts';

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${html}<main><h1>Trees</h1></main></body></html>`;

/** What pages propose. test/unit/site-checks shows what is chosen when all pages are known. */
export const cases: CheckCases = {
  check: 'a11y-one-way',
  pages: [
    { kind: 'bad', shows: 'proposes the page', html: toDocument('<p>Text</p>'), reviews: ['title'] },
    {
      kind: 'bad',
      shows: 'proposes each landmark with links',
      html: toDocument(
        '<header id="one"><a href="/">Home</a></header><nav id="two"><a href="/a">A</a></nav><footer id="three"><a href="/b">B</a></footer>',
      ),
      reviews: ['#one', '#three', '#two', 'title'],
    },
    {
      kind: 'good',
      shows: 'omits links in the content',
      html: toDocument('<p><a href="/a">A</a></p>'),
      reviews: ['title'],
    },
    {
      kind: 'good',
      shows: 'proposes a page with a search, too',
      html: toDocument('<form role="search"><label>Search <input type="search"></label></form>'),
      reviews: ['title'],
    },
    {
      kind: 'borderline',
      shows: 'omits landmarks without links',
      html: toDocument('<nav><a href="#here">Here</a></nav><header><p>Trees</p></header>'),
      reviews: ['title'],
    },
    {
      kind: 'borderline',
      shows: 'omits landmarks that nobody perceives',
      html: toDocument('<nav hidden><a href="/a">A</a></nav>'),
      reviews: ['title'],
    },
  ],
};
