import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-dragging',
  pages: [
    {
      kind: 'bad',
      shows: 'asks once about the elements of a list',
      html: `<ul><li id="one" draggable="true">A</li><li draggable="true">B</li></ul><script>for (const each of document.querySelectorAll('li')) each.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks if the document listens',
      html: `<div id="one" draggable="true">A</div><script>document.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts buttons that move',
      html: `<ul><li id="one" draggable="true">A <button>Move up</button></li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts a list of positions',
      html: `<ul><li id="one" draggable="true">A <select aria-label="Position of A"><option>1</option></select></li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts images and links, which browsers drag',
      html: `<a id="one" href="/">Home</a><script>one.addEventListener('dragstart', (event) => event.preventDefault())</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts elements without a listener, and hidden ones',
      html: `<div draggable="true">A</div>`,
    },
    {
      kind: 'borderline',
      shows: 'does not take other buttons for it',
      html: `<ul><li id="one" draggable="true">A <button>Delete</button></li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
      reviews: ['#one'],
    },
  ],
};
