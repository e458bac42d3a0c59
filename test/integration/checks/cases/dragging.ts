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
      kind: 'bad',
      shows: 'does not take words of other names or languages for moving, nor links to pages',
      html: `<div><p><button>Set up the build server</button> <button>Sign up page</button> <button>Useful links</button> <button>Links</button> <a href="/up">Up</a> <button>Apply for this position</button></p><div id="one" draggable="true">A</div></div><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'does not take sorting beside the list for moving',
      html: `<p>Sort <button>Sort by name</button></p><ul><li id="one" draggable="true">A</li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts buttons that name the direction and then the item',
      html: `<ul><li draggable="true" id="one">Shells <button aria-label="Up: Shells">↑</button> <button aria-label="Shells, down">↓</button></li></ul>
        <script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts a toolbar directly above the list',
      html: `<div role="toolbar" aria-label="Selected task"><span><button>Move up</button> <button>Move down</button></span></div>
        <ul><li id="one" draggable="true">A</li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts short names with a direction, and words of the language of the page',
      html: `<!doctype html><html lang="de"><title>Liste</title><main><ul><li id="one" draggable="true">A <button>Eine Position nach oben</button></li></ul><ul><li id="two" draggable="true">B <a href="#">Links</a></li></ul><script>for (const each of [one, two]) each.addEventListener('dragstart', () => { document.title = 'Drag' })</script></main></html>`,
    },
    {
      kind: 'borderline',
      shows: 'knows the words of all languages if that of the page is unknown',
      html: `<!doctype html><title>Liste</title><main><ul><li id="one" draggable="true">A <button>Monter</button></li></ul><script>one.addEventListener('dragstart', () => { document.title = 'Drag' })</script></main>`,
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
