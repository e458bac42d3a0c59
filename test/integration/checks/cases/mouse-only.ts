import type { CheckCases } from './check-cases.ts';

const listen = (id: string, rest = '') =>
  `<script>document.getElementById('${id}').addEventListener('click', () => { document.title = 'Done'; });${rest}</script>`;

const DELEGATE = `<script>document.addEventListener('click', (event) => {
  event.target.closest('.row')?.classList.toggle('open') })</script>`;

export const cases: CheckCases = {
  check: 'a11y-mouse-only',
  pages: [
    {
      kind: 'bad',
      shows: 'reports texts that look and act like controls, and that the Tab key skips',
      html: `<span id="more" style="cursor: pointer">Show more</span>${listen('more')}
        <div id="go" onclick="location.href = '/next'">Next page</div>
        <a id="link" style="cursor: pointer">Details</a>${listen('link')}`,
      violations: ['#more', '#go', '#link'],
    },
    {
      kind: 'bad',
      shows: 'reports roles without focus, and a focusable element that no key activates',
      html: `<div role="button" id="fake">Save</div>${listen('fake')}
        <div role="button" tabindex="0" id="deaf">Delete</div>${listen('deaf')}`,
      violations: ['#fake', '#deaf'],
    },
    {
      kind: 'bad',
      shows: 'reports an element in a shadow root and in a frame',
      html: `<div id="host"></div><iframe title="inner" src="/mouse-only-inner"></iframe><script>
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<span id="shadow" style="cursor: pointer">Open</span>';
        root.querySelector('span').addEventListener('mousedown', () => { document.title = 'Open'; });</script>`,
      files: {
        '/mouse-only-inner': `<!doctype html><html lang="en"><title>Inner</title>
          <b id="framed" style="cursor: pointer" onclick="document.title = 'x'">Close</b>`,
      },
      violations: ['#host >>> #shadow', 'iframe | #framed'],
    },
    {
      kind: 'bad',
      shows: 'reports elements in areas that get the focus by script, or that keys only scroll',
      html: `<div tabindex="-1" style="outline: none"><span id="routed" style="cursor: pointer">Open</span></div>${listen('routed')}
        <div role="dialog" tabindex="-1" aria-label="Offer"><b id="closer" style="cursor: pointer">Close</b></div>${listen('closer')}
        <div role="region" tabindex="0" aria-label="List" style="height: 40px; overflow: auto"><p style="height: 90px"><i id="row" style="cursor: pointer">Row</i></p></div>${listen('row')}`,
      violations: ['#routed', '#closer', '#row'],
    },
    {
      kind: 'bad',
      shows:
        'reports an element whose listener a framework has at its root, with an empty one at the element',
      html: `<div id="root"><span id="one" style="cursor: pointer">Open</span><span id="two" style="cursor: pointer">Close</span></div><script>
        function noop$1() {}
        one.onclick = noop$1;
        two.onclick = function noop() {};
        const dispatch = (event) => { if (event.target.nextSibling) document.title = event.type; };
        for (const type of 'click dblclick auxclick keydown keyup keypress focusin focusout change input beforeinput submit reset invalid copy cut paste drag dragend dragenter dragover drop mousedown mouseup pointerdown pointerup touchstart touchend wheel toggle'.split(' ')) root.addEventListener(type, dispatch);</script>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports an element that gets the cursor of a link only below the pointer',
      html: `<style>.open:hover, .x:hover { cursor: pointer }</style><div id="one" class="open">Open</div><script>one.addEventListener('click', () => { document.title = 'Opened' })</script>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks once about elements that only a script can give the focus',
      html: `<div id="one" tabindex="-1" style="cursor: pointer" onclick="document.title = 1">Open</div><div tabindex="-1" style="cursor: pointer" onclick="document.title = 2">Close</div>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks once about what looks clickable if a script listens to the clicks on the whole page',
      html: `<style>.row { cursor: pointer }</style><div class="row" id="one">Open the <span>menu</span></div>
        <div class="row">Delete the boat</div><span role="button">Add a boat</span>
        ${DELEGATE}`,
      reviews: ['#one'],
      data: { elements: 3 },
    },
    {
      kind: 'good',
      shows: 'accepts what contains or repeats controls, although a script listens to all clicks',
      html: `<style>.row, label, img { cursor: pointer }</style><div class="row"><a href="/one">Open the menu</a></div>
        <div class="row">Open the menu</div><label><input type="checkbox">Small</label><button class="row">Add</button>
        ${DELEGATE}`,
    },
    {
      kind: 'good',
      shows: 'accepts native controls, labels, and what is within them',
      html: `<button id="one">One</button>${listen('one')}<a href="/a"><span id="two">Two</span></a>${listen('two')}
        <label id="three">Three <input></label>${listen('three')}
        <details><summary><b id="four" style="cursor: pointer">Four</b></summary>Text</details>${listen('four')}`,
    },
    {
      kind: 'good',
      shows:
        'accepts custom controls with focus and keys, also if an ancestor or the document listens to the keys',
      html: `<div role="button" tabindex="0" id="one">One</div>${listen('one', `one.onkeydown = () => { document.title = 'x'; };`)}
        <div id="bar"><div role="button" tabindex="0" id="two">Two</div></div>${listen('two', `bar.addEventListener('keyup', () => { document.title = 'x'; });`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts listeners of the document',
      html: `<div role="button" tabindex="0" id="one">One</div>${listen('one', `window.addEventListener('keydown', () => { document.title = 'x'; });`)}
        <span>Text</span><script>document.addEventListener('click', () => { document.title = 'x'; });</script>`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts cards with a link, lists with delegated clicks, items of widgets, and shortcuts of another control',
      html: `<div id="card" style="cursor: pointer"><h2><a href="/a">Article</a></h2><p>Text</p></div>${listen('card')}
        <ul id="list"><li><button>One</button></li></ul>${listen('list')}
        <ul role="listbox" tabindex="0" aria-label="Fruit" onkeydown="void 1"><li role="option" id="option" style="cursor: pointer">Apple</li></ul>${listen('option')}
        <button>Open</button> <span id="same" style="cursor: pointer">Open</span>${listen('same')}`,
    },
    {
      kind: 'borderline',
      shows:
        'asks once about text that listens to clicks, and accepts listeners that do nothing visible to users',
      reviews: ['#count'],
      html: `<div id="stop">Text</div><script>stop.onclick = (event) => { event.stopPropagation(); };</script>
        <p id="count">Text that is counted when it is clicked.</p>${listen('count')}
        <span onclick="" style="cursor: pointer">Empty</span>
        <div id="back" style="position: fixed; inset: 0; opacity: 0.1" aria-hidden="true"></div>${listen('back')}
        <span style="cursor: pointer; display: none" id="hidden">Hidden</span>${listen('hidden')}`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a clickable element without a name, and about one beside a control',
      html: `<i id="icon" style="cursor: pointer; display: block; width: 20px; height: 20px"></i>${listen('icon')}
        <div><div id="node" style="cursor: pointer">Folder</div><button aria-label="Expand">+</button></div>${listen('node')}`,
      reviews: ['#icon', '#node'],
    },
  ],
};
