import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-pointer-down',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a button that acts when it is pressed',
      html: `<button id="one">Delete</button><script>one.addEventListener('mousedown', () => { document.title = 'Deleted' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about an element with the cursor of a link',
      html: `<div id="one" style="cursor: pointer">Delete</div><script>one.addEventListener('pointerdown', () => { document.title = 'Deleted' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts clicks',
      html: `<button id="one">Delete</button><script>one.addEventListener('click', () => { document.title = 'Deleted' })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts a listener of the release',
      html: `<button id="one">Delete</button><script>one.addEventListener('pointerdown', () => { one.dataset.down = 1 }); one.addEventListener('pointerup', () => { document.title = 'Deleted' })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts a listener that only stops the event',
      html: `<button id="one">Bold</button><script>one.addEventListener('mousedown', (event) => event.preventDefault())</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts links, sliders and what is dragged',
      html: `<a id="one" href="/">Home</a><div id="two" role="slider" aria-label="Size" aria-valuenow="1" tabindex="0" style="cursor: pointer">1</div><div id="three" draggable="true" style="cursor: pointer">Card</div><script>for (const each of [one, two, three]) each.addEventListener('mousedown', () => { document.title = 'Down' })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts areas that are no control',
      html: `<div id="one">Map</div><script>one.addEventListener('mousedown', () => { document.title = 'Down' })</script>`,
    },
  ],
};
