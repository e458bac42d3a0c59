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
      kind: 'bad',
      shows: 'asks about links without an address, which do nothing on a click',
      html: `<a id="one" href="#" onmousedown="document.title = 'Deleted'">Delete</a> <a id="two" href="javascript:void(0);" onmousedown="document.title = 'Deleted'">Remove</a> <a id="three" href="" onpointerdown="document.title = 'Deleted'">Clear</a>`,
      reviews: ['#one', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about buttons that do nothing on a click',
      html: `<form><button id="one" type="button" onmousedown="document.title = 'Deleted'">Delete</button></form><button id="two" type="submit" onmousedown="document.title = 'Deleted'">Remove</button>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts a picture of the press on what acts natively',
      html: `<style>label, input, summary, span { cursor: pointer }</style><form id="f"><button>Send</button><button type="reset">Reset</button><input type="submit" value="Send"><input type="image" alt="Send" src="a.png"></form><button id="owned">Send</button><button popovertarget="p">More</button><div id="p" popover>More</div><button commandfor="d" command="show-modal">Open</button><dialog id="d">Text</dialog><details><summary>More</summary>Text</details><label>News <input type="checkbox"></label><label>Yes <input type="radio"></label><label>File <input type="file"></label><a href="/"><span>Home</span></a><script>owned.setAttribute('form', 'f'); for (const each of document.querySelectorAll('button, input, summary, label, span')) each.addEventListener('mousedown', () => { each.dataset.ripple = 1 })</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts a picture of the press if an ancestor listens to clicks',
      html: `<div id="list"><button id="one">Delete</button><a id="two" href="#">Edit</a></div><script>for (const each of [one, two]) each.addEventListener('mousedown', () => { each.dataset.ripple = 1 }); list.addEventListener('click', (event) => { document.title = event.target.id })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks once about what may be a picture of the press if the document listens to clicks',
      reviews: ['#one'],
      html: `<button id="one">Delete</button><button onmousedown="this.dataset.ripple = 1">Save</button><script>one.addEventListener('mousedown', () => { one.dataset.ripple = 1 }); document.addEventListener('click', (event) => { document.title = event.target.id })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks if the listener around the button does nothing',
      html: `<div id="list"><button id="one">Delete</button></div><script>one.addEventListener('mousedown', () => { document.title = 'Deleted' }); list.addEventListener('click', () => {})</script>`,
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
