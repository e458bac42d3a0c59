import type { CheckCases } from './check-cases.ts';

/** A modal dialog of ARIA, with its button. @param on what the button does @param keys what keys do in the dialog */
const dialog = (
  on: string,
  keys = '',
  more = '',
) => `<button id="open" aria-haspopup="dialog" onclick="${on}">Open</button>
  <a href="#behind">Behind</a><p><a href="#more">More</a></p>
  <div id="dialog" role="dialog" aria-modal="true" aria-label="Dialog" hidden onkeydown="${keys}">
  <button id="first">First</button><button id="close">Close</button></div>${more}
  <script>const [opener, dialog, first, last] = ['open', 'dialog', 'first', 'close'].map((id) => document.getElementById(id))</script>`;
const SHOW = 'dialog.hidden = false;';
const HOLD = `if (event.key === 'Tab') { event.preventDefault(); (document.activeElement === first ? last : first).focus() }`;
const ESCAPE = `if (event.key === 'Escape') { dialog.hidden = true; opener.focus() }`;

export const cases: CheckCases = {
  check: 'a11y-dialog-focus',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a modal dialog that the focus does not enter',
      html: dialog(SHOW),
      violations: ['#dialog'],
    },
    {
      kind: 'bad',
      shows: 'reports a dialog whose button has its name, or names it by an attribute of a library',
      html: `<button type="button" id="guide">Size guide</button><button type="button" data-bs-target="#terms" id="read">Read</button>
        <div id="sizes" role="dialog" aria-modal="true" aria-labelledby="h" hidden><h2 id="h">Guide to our sizes</h2><button type="button">Close</button></div>
        <div id="terms" role="dialog" aria-modal="true" aria-label="Conditions" hidden><button type="button">Close</button></div><script>
        for (const [button, dialog] of [[guide, sizes], [read, terms]]) { button.onclick = () => { dialog.hidden = false };
          dialog.querySelector('button').onclick = () => { dialog.hidden = true } }</script>`,
      violations: ['#sizes'],
      reviews: ['#terms'],
    },
    {
      kind: 'bad',
      shows: 'asks about a dialog that the focus leaves',
      html: dialog(`${SHOW} first.focus()`, '', '<a href="#after">After</a>'),
      reviews: ['#dialog'],
    },
    {
      kind: 'bad',
      shows: 'asks about a button that does not get the focus back',
      html: dialog(`${SHOW} first.focus()`, `${HOLD}; if (event.key === 'Escape') dialog.hidden = true`),
      reviews: ['#open'],
    },
    {
      kind: 'good',
      shows: 'accepts a dialog of HTML and one of ARIA that take, hold and return the focus',
      html: `<button commandfor="native" command="show-modal">Native</button><a href="#x">X</a>
        <dialog id="native" aria-label="Native"><button>One</button></dialog>
        ${dialog(`${SHOW} setTimeout(() => first.focus(), 100)`, `${HOLD}; ${ESCAPE}`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts a page without buttons that open a dialog',
      html: '<button onclick="this.textContent = 1">One</button><div role="dialog" aria-label="Open">Open</div>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a dialog that is not modal and follows its button',
      html: `<button aria-haspopup="dialog" onclick="this.nextElementSibling.hidden = false">Open</button>
        <div role="dialog" aria-label="Tip" hidden><button>One</button></div><a href="#x">X</a>`,
    },
    {
      kind: 'borderline',
      shows: 'does not press links, comboboxes, and buttons of forms',
      html: `<a href="/elsewhere" aria-haspopup="dialog">Link</a>
        <button role="combobox" aria-label="Choice" aria-expanded="false" aria-controls="list" aria-haspopup="dialog"
        onclick="list.hidden = false">1</button><div id="list" role="dialog" aria-modal="true" aria-label="List" hidden>List</div>
        <form action="/elsewhere"><button aria-haspopup="dialog">Submit</button></form>
        <script>const list = document.getElementById('list')</script>`,
    },
  ],
};
