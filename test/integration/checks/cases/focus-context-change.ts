import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-focus-context-change',
  pages: [
    {
      kind: 'bad',
      shows: 'reports elements whose focus opens another page or a window',
      html: `<a href="#one">One</a><button id="page" onfocus="location.href = '/elsewhere'">Page</button>
        <button id="window" onfocus="window.open('/elsewhere')">Window</button>
        <form action="/elsewhere"><input id="form" aria-label="Form" onfocus="this.form.submit()"></form>`,
      violations: ['#page', '#window', '#form'],
    },
    {
      kind: 'bad',
      shows: 'reports a page that opens after some time',
      html: `<a href="#one">One</a><a id="late" href="#two" onfocus="setTimeout(() => location.href = '/elsewhere', 50)">Two</a>`,
      violations: ['#late'],
    },
    {
      kind: 'bad',
      shows: 'reports an element that removes the focus from itself',
      html: `<a id="blur" href="#one" onfocus="this.blur()">One</a><a href="#two">Two</a>`,
      violations: ['#blur'],
    },
    {
      kind: 'bad',
      shows: 'asks once about fields that give the focus to another element',
      html: `<a href="#one">One</a><label>Order <input id="order"></label><label>Code <input id="code"></label>
        <a href="#two">Two</a><button id="last">Close</button><script>for (const id of ['order', 'code'])
        document.getElementById(id).onfocus = () => document.getElementById('last').focus()</script>`,
      reviews: ['#order'],
    },
    {
      kind: 'good',
      shows: 'accepts what a click opens, and a tooltip that the focus opens',
      html: `<a href="/elsewhere">One</a><button onclick="window.open('/x')">Two</button>
        <button onfocus="tip.hidden = false" onblur="tip.hidden = true">Three</button><p id="tip" hidden>Tip</p>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a fragment, a frame that loads, and a focus that goes to a part of the element',
      html: `<a href="#one" onfocus="location.hash = 'x'">One</a><iframe id="inner" title="Inner" srcdoc="Text"></iframe>
        <button onfocus="inner.src = '/inner-page'">Two</button>
        <div role="group" aria-label="Tools" tabindex="0" onfocus="part.focus()"><button id="part">Part</button></div>
        <script>const inner = document.getElementById('inner'), part = document.getElementById('part')</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a page that another key opens',
      html: `<a href="#one" onkeydown="if (event.key === 'F2') location.href = '/elsewhere'">One</a><a href="#two">Two</a>`,
    },
  ],
};
