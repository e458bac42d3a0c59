import type { CheckCases } from './check-cases.ts';

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${html}</body></html>`;

/** What pages propose. test/unit/site-checks shows what is chosen when all pages are known. */
export const cases: CheckCases = {
  check: 'a11y-help-position',
  pages: [
    {
      kind: 'bad',
      shows: 'proposes links to help',
      html: toDocument(
        `<header><a id="one" href="/help">Help</a></header><footer><a id="two" href="/contact">Contact us</a></footer>`,
      ),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'proposes addresses of mail and telephone',
      html: toDocument(
        `<footer><a id="one" href="mailto:garden@example.com">Contact</a> <a id="two" href="tel:+123">Support</a></footer>`,
      ),
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'omits other links',
      html: toDocument(`<header><a href="/roses">Roses</a></header>`),
    },
    {
      kind: 'good',
      shows: 'omits links in the content',
      html: toDocument(`<main><h1>Trees</h1><a href="/help">Help</a></main>`),
    },
    {
      kind: 'borderline',
      shows: 'omits names that only contain a word for help',
      html: toDocument(`<footer><a href="/a">Help trees to grow</a></footer>`),
    },
    {
      kind: 'borderline',
      shows: 'omits hidden links and parts of the page',
      html: toDocument(`<footer><a href="/help" hidden>Help</a><a href="#help">Help</a></footer>`),
    },
  ],
};
