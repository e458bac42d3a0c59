import type { CheckCases } from './check-cases.ts';

const toDocument = (title: string, html: string) =>
  `<!doctype html><html lang="en"><head>${title}</head><body>${html}</body></html>`;

/** What pages propose. test/unit/site-checks shows what is chosen when all pages are known. */
export const cases: CheckCases = {
  check: 'a11y-duplicate-title',
  pages: [
    {
      kind: 'bad',
      shows: 'proposes the title',
      html: toDocument('<title>Trees</title>', '<h1>Trees</h1>'),
      reviews: ['title'],
    },
    {
      kind: 'bad',
      shows: 'proposes the title of a page without heading',
      html: toDocument('<title>Trees</title>', '<p>Trees</p>'),
      reviews: ['title'],
    },
    {
      kind: 'good',
      shows: 'omits empty titles',
      html: toDocument('<title> </title>', '<h1>Trees</h1>'),
    },
    {
      kind: 'good',
      shows: 'omits pages without title',
      html: toDocument('', '<h1>Trees</h1>'),
    },
    {
      kind: 'borderline',
      shows: 'proposes the first of two titles',
      html: toDocument('<title>Trees</title><title>Roses</title>', '<h1>Trees</h1>'),
      reviews: ['title:nth-child(1)'],
    },
    {
      kind: 'borderline',
      shows: 'omits titles of pictures',
      html: toDocument('', '<h1>Trees</h1><svg width="9" height="9"><title>Leaf</title></svg>'),
    },
  ],
};
