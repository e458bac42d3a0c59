import type { CheckCases } from './check-cases.ts';

const links = Array.from({ length: 40 }, (_, index) => `<p><a href="#x${index}">Link ${index}</a></p>`).join(
  '',
);
const bar = (style: string, content = 'Bar') =>
  `<div class="bar" style="position: fixed; left: 0; right: 0; height: 120px; ${style}">${content}</div>`;

export const cases: CheckCases = {
  check: 'a11y-focus-covered',
  pages: [
    {
      kind: 'bad',
      shows: 'reports links under a fixed message',
      html: `${bar('top: 0; background: black; color: white')}<a id="covered" href="#one">One</a><div style="height: 200px"></div>
        <a href="#two">Two</a>`,
      violations: ['#covered'],
    },
    {
      kind: 'bad',
      shows: 'reports a button under a sticky element',
      html: `<div style="height: 30px"><button id="covered">One</button></div>
        <div style="position: sticky; top: 0; background: #fff; height: 100px; margin-top: -50px">Header</div>`,
      violations: ['#covered'],
    },
    {
      kind: 'good',
      shows: 'accepts a header with a scroll padding',
      html: `<style>html { scroll-padding: 130px } h1 { margin-top: 200px }</style>
        ${bar('top: 0; background: white', '<a href="#home">Home</a>')}${links}`,
    },
    { kind: 'good', shows: 'accepts a page without fixed content', html: links },
    {
      kind: 'borderline',
      shows: 'accepts a link of which a part shows',
      html: `${bar('top: 0; background: white; height: 60px')}
        <a href="#one" style="position: absolute; top: 40px; left: 0; height: 40px; width: 90px; background: #eee">One</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a fixed element through which the link shows, and links in the fixed element itself',
      html: `${bar('top: 0; background: rgba(255, 255, 255, 0.5)')}
        ${bar('bottom: 0; background: white', '<a href="#in">In the bar</a>')}<a href="#one">One</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a fixed element that lets the mouse through to the link',
      html: `${bar('top: 0; background: white; pointer-events: none')}<a href="#one">One</a>`,
    },
  ],
};
