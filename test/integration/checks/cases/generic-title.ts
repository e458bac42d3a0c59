import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-generic-title',
  pages: [
    {
      kind: 'bad',
      shows: 'reports titles that tools wrote',
      html: `<!doctype html><html lang="en"><head><title>Untitled Document</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
      violations: ['title'],
    },
    {
      kind: 'bad',
      shows: 'reports file names',
      html: `<!doctype html><html lang="en"><head><title>index.html</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
      violations: ['title'],
    },
    {
      kind: 'bad',
      shows: 'asks about titles that have nothing to do with the page',
      html: `<!doctype html><html lang="en"><head><title>Search results</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
      reviews: ['title'],
    },
    {
      kind: 'good',
      shows: 'accepts titles with a word of the page',
      html: `<!doctype html><html lang="en"><head><title>Tree - Garden Society</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
    },
    {
      kind: 'good',
      shows: 'accepts words of alternatives and other endings',
      html: `<!doctype html><html lang="en"><head><title>Watering | Garden</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts titles of pages with little text',
      html: `<!doctype html><html lang="en"><head><title>Garden Society</title></head><body><main><p>Trees need water.</p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts short titles, other writing systems, and titles that contain words of tools',
      html: `<!doctype html><html lang="en"><head><title>FAQ</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts titles that begin like those of tools',
      html: `<!doctype html><html lang="en"><head><title>Untitled, a painting of trees</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer.</p></main></body></html>`,
    },
    {
      kind: 'bad',
      shows: 'asks about a title that is only a part of the heading',
      html: `<!doctype html><html lang="en"><title>University of Arkham</title><main><h1>Search results for “gardens” at the University of Arkham</h1></main>`,
      reviews: ['title'],
    },
    {
      kind: 'borderline',
      shows: 'accepts a heading with a few more words, and several headings',
      html: `<!doctype html><html lang="en"><title>Opening hours</title><main><h1>Our opening hours this year</h1></main>`,
    },
    {
      kind: 'borderline',
      shows: 'does not test the title of a document in a frame',
      html: `<iframe title="Map" src="/generic-title-inner"></iframe>`,
      files: {
        '/generic-title-inner': '<!doctype html><html lang="en"><title>Document</title><p>Trees need water.',
      },
    },
    {
      kind: 'bad',
      shows: 'asks about a title whose words say nothing, although the page has them too',
      html: `<!doctype html><html lang="en"><head><title>Welcome to this page</title></head><body><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer of this year.</p></main></body></html>`,
      reviews: ['title'],
    },
    {
      kind: 'bad',
      shows: 'asks about the name of the site that is only around the content',
      html: `<!doctype html><html lang="en"><head><title>Garden Society</title></head><body><header><a href="/"><img alt="Garden Society" src="data:,"></a></header><main><h1>Trees</h1><p>Apple and pear trees need water in the first summer of this year.</p></main><footer>Garden Society</footer></body></html>`,
      reviews: ['title'],
    },
    {
      kind: 'bad',
      shows: 'asks about the first title, which is in the body',
      html: `<!doctype html><html lang="en"><head></head><body><main><svg width="9" height="9"><title>Trees</title></svg><title id="one">Search results</title><title>Trees</title><h1>Trees</h1><p>Apple and pear trees need water in the first summer of this year.</p></main></body></html>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts a title whose words are in a header within the content',
      html: `<!doctype html><html lang="en"><head><title>Orchard - Garden Society</title></head><body><main><article><header><h1>Orchards</h1></header><p>Apple and pear trees need water in the first summer of this year.</p></article></main></body></html>`,
    },
  ],
};
