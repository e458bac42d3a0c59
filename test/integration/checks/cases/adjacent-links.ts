import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-adjacent-links',
  pages: [
    {
      kind: 'bad',
      shows: 'reports an image and a text that link to the same address',
      html: `<a href="/a"><img src="data:," alt="Product"></a> <a id="two" href="/a">Product</a>`,
      violations: ['#two'],
    },
    {
      kind: 'bad',
      shows: 'reports them in different elements',
      html: `<div><a href="/a"><img src="data:," alt=""></a></div><h2><a id="two" href="/a">Article</a></h2>`,
      violations: ['#two'],
    },
    {
      kind: 'good',
      shows: 'accepts one link with both, different addresses, and different names',
      html: `<a href="/a"><img src="data:," alt=""> Product</a> <a href="/b">Other</a> <a href="/b">Third</a>`,
    },
    {
      kind: 'good',
      shows: 'accepts the same address with text between',
      html: `<p><a href="/a">Product</a> is described with <a href="/a">details</a>.</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a second link that neither keyboard nor screen reader reaches',
      html: `<a href="/a" tabindex="-1" aria-hidden="true"><img src="data:," alt=""></a><a href="/a">Article</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a control or image between them, and links to the top',
      html: `<a href="/a">One</a><button>Between</button><a href="/a">Two</a><a href="#">Up</a><a href="#">Top</a>`,
    },
  ],
};
