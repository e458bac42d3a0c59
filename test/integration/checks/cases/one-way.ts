import type { CheckCases } from './check-cases.ts';

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${html}<main><h1>Trees</h1></main></body></html>`;

const offers = (shows: string, html: string, offersOverview = true): CheckCases['pages'][number] => ({
  kind: offersOverview ? 'good' : 'borderline',
  shows,
  html: toDocument(html),
  reviews: ['title'],
  data: { offersOverview },
});

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
    offers('recognizes a search by a word of its name', '<button>Search the garden</button>'),
    offers('recognizes the name of a link', '<p><a href="#search">Site search</a></p>'),
    offers('recognizes a Dutch search', '<button>Zoeken</button>'),
    offers('recognizes a field', '<label>Words <input name="search_query"></label>'),
    offers('recognizes a site map', '<p><a href="/map">Site map</a></p>'),
    offers('omits a hidden field', '<input type="hidden" name="search_id" value="1">', false),
    offers(
      'omits a list of parts of the page',
      '<p><a href="#parts">Contents</a></p><h2 id="parts">A</h2>',
      false,
    ),
    offers(
      'omits fields that filter a table, and a headline',
      `<label>Search <input type="search" aria-controls="trees"></label><input type="search" placeholder="Filter trees">
        <button>Search the table</button><table id="trees"><tr><th>Name</th></tr><tr><td>Oak</td></tr></table>
        <p><a href="/a">Search for the oldest tree goes on</a></p>`,
      false,
    ),
  ],
};
