import type { CheckCases } from './check-cases.ts';

/** The heading of other pages is a text of a template. */
const toDocument = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${body}</body></html>`;

export const cases: CheckCases = {
  check: 'a11y-generic-heading',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about texts of templates',
      html: toDocument(
        `<h2 id="one">Heading 1</h2><p>Trees</p><h2 id="two">Lorem ipsum dolor sit amet</h2><p>Roses</p>`,
      ),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about file names and headings by role',
      html: toDocument(
        `<div id="one" role="heading" aria-level="2">UNTITLED</div><p>Trees</p><h2 id="two">photo_12.jpg</h2><p>Roses</p>`,
      ),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts headings that describe something',
      html: toDocument(`<h2>Opening hours</h2><p>From 10 to 16</p>`),
    },
    {
      kind: 'good',
      shows: 'accepts single letters, such as those of a glossary',
      html: toDocument(`<h2>A</h2><p>Apple</p>`),
    },
    {
      kind: 'borderline',
      shows: 'accepts headings that contain words of templates',
      html: toDocument(
        `<h2>Heading north</h2><p>Trees</p><h2>Section 508</h2><p>Law</p><h2>About lorem ipsum</h2><p>Text of printers</p>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'accepts headings that nobody perceives, and texts that are no headings',
      html: toDocument(`<h2 hidden>Heading</h2><p>Heading</p><h3 role="presentation">Title</h3>`),
    },
  ],
};
