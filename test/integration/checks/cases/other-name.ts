import type { CheckCases } from './check-cases.ts';

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${html}</body></html>`;

/** What pages propose. test/unit/site-checks shows what is chosen when all pages are known. */
export const cases: CheckCases = {
  check: 'a11y-other-name',
  pages: [
    {
      kind: 'bad',
      shows: 'proposes header, footer and navigation',
      html: toDocument(
        `<header id="one"><a href="/">Start</a></header><nav id="two"><a href="/roses">Roses</a></nav><main><h1>Trees</h1></main><footer id="three"><a href="/imprint">Imprint</a></footer>`,
      ),
      reviews: ['#one', '#two', '#three'],
    },
    {
      kind: 'bad',
      shows: 'proposes images as links',
      html: toDocument(`<header id="one"><a href="/cart"><img src="data:," alt="Cart"></a></header>`),
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'omits landmarks without links',
      html: toDocument(`<header><p>Garden</p></header><footer><a href="#top">To the top</a></footer>`),
    },
    {
      kind: 'good',
      shows: 'omits headers and footers of parts',
      html: toDocument(
        `<main><article><header><a href="/a">Roses</a></header><footer><a href="/b">More roses</a></footer></article></main>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'proposes a header once that contains a navigation',
      html: toDocument(`<header id="one"><nav><a href="/">Start</a></nav></header>`),
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'omits hidden landmarks and links without a name',
      html: toDocument(
        `<p>Trees</p><header hidden><a href="/">Start</a></header><footer><a href="/a"><img src="data:," alt=""></a></footer>`,
      ),
    },
  ],
};
