import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-keyboard-trap',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a field that takes the focus back by a timer',
      html: `<a href="#one">One</a><label>Code <input id="back" onblur="setTimeout(() => this.focus(), 10)"></label>
        <a href="#two">Two</a>`,
      violations: ['#back'],
    },
    {
      kind: 'bad',
      shows: 'reports a field that holds the focus in a dialog with other elements',
      html: `<div role="dialog" aria-label="Order" tabindex="-1"><a href="#one">One</a>
        <label>Code <input id="back" onblur="setTimeout(() => this.focus(), 10)"></label><a href="#two">Two</a></div>`,
      violations: ['#back'],
    },
    {
      kind: 'bad',
      shows: 'reports an editor that handles Tab, and no key lets the focus leave it',
      html: `<a href="#one">One</a><div id="editor" role="textbox" aria-label="Editor" tabindex="0" contenteditable
        onkeydown="if (event.key === 'Tab') event.preventDefault()">Text</div><a href="#two">Two</a>`,
      violations: ['#editor'],
    },
    {
      kind: 'bad',
      shows: 'reports two fields that pass the focus to each other, and a hint to a key that does not work',
      html: `<p>Press Ctrl+M to leave the fields.</p><a href="#one">One</a>
        <input id="a" aria-label="A" onkeydown="if (event.key === 'Tab') { event.preventDefault(); b.focus() }">
        <input id="b" aria-label="B" onkeydown="if (event.key === 'Tab') { event.preventDefault(); a.focus() }">
        <script>const a = document.getElementById('a'), b = document.getElementById('b')</script>`,
      violations: ['#a', '#b'],
    },
    {
      kind: 'bad',
      shows: 'reports a field that holds the focus forwards before one that holds it backwards',
      html: `<input id="first" aria-label="First" onblur="setTimeout(() => this.focus(), 10)"><a href="#two">Two</a>
        <input aria-label="Last" onblur="setTimeout(() => this.focus(), 10)">`,
      violations: ['#first'],
    },
    {
      kind: 'bad',
      shows: 'reports a field that holds the focus after one that gives it away',
      html: `<input aria-label="Code" onfocus="this.blur()"><a href="#one">One</a>
        <input id="last" aria-label="Note" onkeydown="if (event.key === 'Tab') event.preventDefault()">`,
      violations: ['#last'],
    },
    {
      kind: 'borderline',
      shows: 'accepts fields that the focus can leave in one direction, or for the browser',
      html: `<input aria-label="A" onblur="setTimeout(() => this.nextElementSibling.focus(), 10)">
        <input aria-label="B" onblur="setTimeout(() => this.previousElementSibling.focus(), 10)"><a href="#c">C</a>`,
    },
    {
      kind: 'bad',
      shows: 'reports a trap behind a field that gives the focus to an element far behind it',
      html: `<a href="#one">One</a><label>Order <input id="order"></label>
        <label>Code <input id="back" onblur="setTimeout(() => this.focus(), 10)"></label>
        <a href="#two">Two</a><button id="last">Close</button>
        <script>document.getElementById('order').onfocus = () => document.getElementById('last').focus()</script>`,
      violations: ['#back'],
    },
    {
      kind: 'good',
      shows: 'accepts a page whose end the focus reaches',
      html: `<a href="#one">One</a><input aria-label="Date" type="date"><input aria-label="Time" type="datetime-local">
        <audio controls></audio><select aria-label="Choice"><option>1</option></select>
        <iframe title="Inner" srcdoc="<button>Inner</button>"></iframe><button>Last</button>`,
    },
    { kind: 'good', shows: 'accepts a page without elements that get the focus', html: '<p>Text</p>' },
    {
      kind: 'borderline',
      shows: 'accepts an editor that a key that the page names lets the focus leave',
      html: `<p>Ctrl+M switches whether Tab moves the focus.</p><textarea id="code" aria-label="Code"></textarea>
        <a href="#two">Two</a>
        <script>let isTab = true;
        document.getElementById('code').addEventListener('keydown', (event) => {
          if (event.ctrlKey && event.key === 'm') isTab = !isTab;
          if (event.key === 'Tab' && isTab) event.preventDefault();
        });</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an editor that Escape or Shift+Tab lets the focus leave',
      html: `<textarea aria-label="One" onkeydown="if (event.key === 'Tab' && !event.shiftKey) event.preventDefault()">
        </textarea><textarea aria-label="Two"
        onkeydown="if (event.key === 'Escape') this.out = 1; if (event.key === 'Tab' && !this.out) event.preventDefault()">
        </textarea>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a dialog that holds the focus, and asks about a group with a button',
      html: `<div role="dialog" aria-modal="true" aria-label="Cookies">
        <button id="yes" onkeydown="if (event.key === 'Tab') { event.preventDefault(); no.focus() }">Accept</button>
        <button id="no" onkeydown="if (event.key === 'Tab') { event.preventDefault(); yes.focus() }">Reject</button>
        </div><script>const yes = document.getElementById('yes'), no = document.getElementById('no')</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a group of elements with a button',
      html: `<a href="#top">Top</a><div>
        <button id="yes" onclick="leave()" onkeydown="if (event.key === 'Tab') { event.preventDefault(); no.focus() }">Accept</button>
        <button id="no" onkeydown="if (event.key === 'Tab') { event.preventDefault(); yes.focus() }">Reject</button>
        </div><script>const yes = document.getElementById('yes'), no = document.getElementById('no')</script>`,
      reviews: ['#yes', '#no'],
    },
    {
      kind: 'borderline',
      shows: 'asks if the page names a key that the scanner does not press',
      html: `<p>Press M to leave the note.</p><a href="#one">One</a>
        <input id="note" aria-label="Note" onkeydown="if (event.key === 'Tab') event.preventDefault()">`,
      reviews: ['#note'],
    },
    {
      kind: 'bad',
      shows: 'reports a trap although the page names keys for something else',
      html: `<p>Press Enter to search, use Space to pause, or type C for USB Type C.</p><a href="#one">One</a>
        <input id="note" aria-label="Note" onkeydown="if (event.key === 'Tab') event.preventDefault()">`,
      violations: ['#note'],
    },
    {
      kind: 'borderline',
      shows: 'presses the keys that the page asks for before other keys that it names',
      html: `<p>F1 opens help, F2 the list, F3 the search, F4 the menu. Press Ctrl M and then Tab to leave the note.</p>
        <textarea aria-label="Note"></textarea><a href="#two">Two</a>
        <script>let isTab = true;
        document.querySelector('textarea').addEventListener('keydown', (event) => {
          if (event.ctrlKey && event.key === 'm') isTab = !isTab;
          if (event.key === 'Tab' && isTab) event.preventDefault();
        });</script>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a button that may free the focus itself, and reports one that does nothing',
      html: `<a href="#one">One</a>
        <button id="does" onkeydown="if (event.key === 'Tab') event.preventDefault()" onclick="two.focus()">Go on</button>
        <button id="not" onkeydown="if (event.key === 'Tab') event.preventDefault()">Stay</button>
        <a id="two" href="#two">Two</a><script>const two = document.getElementById('two')</script>`,
      violations: ['#not'],
      reviews: ['#does'],
    },
  ],
};
