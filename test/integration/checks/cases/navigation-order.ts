import type { CheckCases } from './check-cases.ts';

const toDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><title>Trees</title></head><body>${html}</body></html>`;

/** What pages propose. test/unit/site-checks shows what is chosen when all pages are known. */
export const cases: CheckCases = {
  check: 'a11y-navigation-order',
  pages: [
    {
      kind: 'bad',
      shows: 'proposes a navigation',
      html: toDocument(
        `<nav id="one"><a href="/">Start</a><a href="/roses">Roses</a><a href="/soil">Soil</a></nav><main><h1>Trees</h1></main>`,
      ),
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'proposes navigations by role and of the same name',
      html: toDocument(
        `<div role="navigation" id="one" aria-label="Main"><a href="/">Start</a><a href="/roses">Roses</a><a href="/soil">Soil</a></div><nav id="two" aria-label="Main"><a href="/">Start</a><a href="/roses">Roses</a><a href="/soil">Soil</a></nav>`,
      ),
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'omits navigations with few links',
      html: toDocument(`<nav><a href="/">Start</a><a href="/roses">Roses</a></nav>`),
    },
    {
      kind: 'good',
      shows: 'omits contents of the page itself',
      html: toDocument(`<nav><a href="#a">A</a><a href="#b">B</a><a href="#c">C</a></nav>`),
    },
    {
      kind: 'borderline',
      shows: 'omits links without a name and hidden ones',
      html: toDocument(
        `<nav><a href="/a"></a><a href="/b" hidden>B</a><a href="/c">C</a><a href="/d">D</a></nav><nav hidden><a href="/">Start</a><a href="/roses">Roses</a><a href="/soil">Soil</a></nav>`,
      ),
    },
    {
      kind: 'borderline',
      shows: 'proposes the outer of two navigations',
      html: toDocument(
        `<nav id="one"><div><nav><a href="/">Start</a><a href="/roses">Roses</a><a href="/soil">Soil</a></nav></div></nav>`,
      ),
      violations: ['#one'],
    },
  ],
};
