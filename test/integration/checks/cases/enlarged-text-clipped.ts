import type { CheckCases } from './check-cases.ts';

const TEXT = 'The toy brought back fond memories of a long walk through a wet and silent forest in autumn.';
const box = (id: string, style: string, text = TEXT) => `<div id="${id}" style="${style}">${text}</div>`;
const FIXED = 'width: 300px; height: 62px; overflow: hidden';

export const cases: CheckCases = {
  check: 'a11y-enlarged-text-clipped',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about text that a fixed height hides',
      html: box('cut', `font: 1rem/1.2 sans-serif; ${FIXED}`),
      reviews: ['#cut'],
    },
    {
      kind: 'bad',
      shows: 'asks about a label in a box of fixed width, and once about a box with more texts',
      html: `<button id="cut" style="width: 150px; overflow: hidden; white-space: nowrap; font: 1rem sans-serif; padding: 0">Add to basket</button>
        <div style="font: 1em/1.2 sans-serif; ${FIXED}"><p id="first" style="margin: 0">${TEXT} ${TEXT.slice(0, 20)}</p></div>`,
      reviews: ['#cut', '#first'],
    },
    {
      kind: 'bad',
      shows: 'asks about a slide of a carousel, which hides the other slides beside it',
      html: `<div style="font: 1rem/1.2 sans-serif; display: flex; ${FIXED}"><p id="slide" style="flex: none; width: 300px; margin: 0">${TEXT}</p><p style="flex: none; width: 300px; margin: 0">${TEXT}</p></div>`,
      reviews: ['#slide'],
    },
    {
      kind: 'bad',
      shows:
        'asks about text whose size changes slowly with that of the root, also if a script stops such changes',
      html: `<style>* { transition: all 3s }</style>${box('cut', `font: 1rem/1.2 sans-serif; ${FIXED}`)}
        <p id="note">Note</p><script>note.style.color = 'navy'; getComputedStyle(note).color;
        for (const animation of note.getAnimations()) animation.playbackRate = 0;</script>`,
      reviews: ['#cut'],
    },
    {
      kind: 'good',
      shows: 'accepts boxes that grow, that scroll, or that show what is beyond them',
      html: `${box('a', 'font-size: 1rem; width: 300px; min-height: 60px; overflow: hidden')}
        ${box('b', 'font-size: 1rem; width: 300px; height: 60px; overflow: auto')}${box('c', 'font-size: 1rem; width: 300px; height: 60px')}`,
    },
    {
      kind: 'good',
      shows: 'accepts sizes that grow with the text',
      html: box('a', 'font: 1rem/1.2 sans-serif; width: 300px; height: 20em; overflow: hidden'),
    },
    {
      kind: 'borderline',
      shows: 'accepts text in pixels, which stays as large as it is',
      html: box('a', `font: 16px/1.2 sans-serif; ${FIXED}`),
    },
    {
      kind: 'borderline',
      shows: 'accepts text that was cut before, and what is hidden from assistive technology',
      html: `${box('a', 'font: 1rem/1.2 sans-serif; width: 300px; height: 20px; overflow: hidden')}
        <div aria-hidden="true">${box('b', `font: 1rem/1.2 sans-serif; ${FIXED}`)}</div>`,
    },
  ],
};
