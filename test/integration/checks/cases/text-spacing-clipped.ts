import type { CheckCases } from './check-cases.ts';

const TEXT = 'The toy brought back fond memories of a long walk through a wet and silent forest in autumn.';
const box = (id: string, style: string, text = TEXT) => `<div id="${id}" style="${style}">${text}</div>`;

export const cases: CheckCases = {
  check: 'a11y-text-spacing-clipped',
  pages: [
    {
      kind: 'bad',
      shows: 'reports lines that a fixed height hides',
      html: box('cut', 'font: 16px/1.2 sans-serif; width: 300px; height: 62px; overflow: hidden'),
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports the end of a line that a fixed width hides',
      html: `<style>button { width: 150px; overflow: hidden; white-space: nowrap; font: 16px sans-serif; padding: 0 }</style>
        <button id="cut">Add to the basket</button>`,
      violations: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'reports text in an inner element, a shadow root and a frame',
      html: `<div style="font: 16px/1.2 sans-serif; width: 300px; height: 62px; overflow: clip"><p id="inner" style="margin: 0">${TEXT}</p></div>
        <div id="host"></div><iframe title="Frame" width="400" src="/spacing-clipped-frame"></iframe>
        <script>host.attachShadow({ mode: 'open' }).innerHTML =
          '<div id="shadow" style="font: 16px/1.2 sans-serif; width: 300px; height: 62px; overflow: hidden">${TEXT}</div>';</script>`,
      files: {
        '/spacing-clipped-frame': `<!doctype html><html lang="en"><title>Frame</title>${box('framed', 'font: 16px/1.2 sans-serif; width: 300px; height: 62px; overflow: hidden')}`,
      },
      violations: ['#inner', '#host >>> #shadow', 'iframe | #framed'],
    },
    {
      kind: 'bad',
      shows: 'reports a slide of a carousel, which hides the other slides beside it',
      html: `<div style="font: 16px/1.2 sans-serif; display: flex; width: 300px; height: 62px; overflow: hidden"><div id="slide" style="flex: none; width: 300px">${TEXT}</div><div style="flex: none; width: 300px">${TEXT}</div></div>`,
      violations: ['#slide'],
    },
    {
      kind: 'good',
      shows: 'accepts a text that moves without end, of which another part shows at each moment',
      html: `<style>#ticker { overflow: hidden; white-space: nowrap } @keyframes tick { from { transform: translateX(100%) } to { transform: translateX(-100%) } }
        #ticker span { display: inline-block; animation: tick 14s -3s linear infinite }</style>
        <div id="ticker"><span>Free delivery on all orders until Sunday, and ten percent for friends who come along to us</span></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts boxes that grow, that scroll, or that show what is beyond them',
      html: `${box('a', 'width: 300px; min-height: 60px; overflow: hidden')}
        ${box('b', 'width: 300px; height: 60px; overflow: auto')}${box('c', 'width: 300px; height: 120px')}`,
    },
    {
      kind: 'good',
      shows: 'accepts a fixed height that is large enough',
      html: box('a', 'font: 16px/1.2 sans-serif; width: 300px; height: 200px; overflow: hidden'),
    },
    {
      kind: 'borderline',
      shows: 'accepts lines that end with an ellipsis',
      html: `${box('a', 'width: 200px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis', 'Add to the basket now')}
        ${box('b', 'width: 300px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden')}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts text that was cut before, and folded content',
      html: `${box('a', 'width: 300px; height: 40px; overflow: hidden')}
        <div style="width: 300px; height: 100px; overflow: hidden"><p>First paragraph</p><p>Second paragraph</p>
          <p>Third paragraph</p><p>Fourth paragraph</p></div>
        <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">For screen readers</span>`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts pictures made of letters, and a box that does not contain the text that is placed outside of it',
      html: `<i style="font-family: 'Material Icons', sans-serif; display: block; width: 60px; overflow: hidden">settings</i>
        <div style="height: 30px; overflow: hidden"><div style="position: absolute; top: 400px; width: 300px">${TEXT}</div></div>
        <div aria-hidden="true" style="font: 16px/1.2 sans-serif; width: 300px; height: 62px; overflow: hidden">${TEXT}</div>`,
    },
  ],
};
