import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-space-key',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a button that reacts to a click only, on a page that listens to keys elsewhere',
      html: `<div id="bad" role="button" tabindex="0" onclick="out.textContent = 'x'">Save</div><p id="out"></p>
        <script>document.addEventListener('keydown', (event) => { if (event.key === 'Escape') out.textContent = '' })</script>`,
      violations: ['#bad'],
    },
    {
      kind: 'bad',
      shows: 'asks about a button that reacts to Enter only, and a link with the role of a button',
      html: `<div id="enter" role="button" tabindex="0" onclick="out.textContent = 'x'"
        onkeydown="if (event.key === 'Enter') this.click()">Save</div>
        <a id="link" href="#" role="button" onclick="out.textContent = 'y'">Open</a><p id="out"></p>`,
      reviews: ['#enter', '#link'],
    },
    {
      kind: 'bad',
      shows: 'asks once about buttons whose clicks a script hears around them',
      html: `<div id="list"><div id="one" role="button" tabindex="0">Save</div><div role="button" tabindex="0">Open</div></div><p id="out"></p>
        <script>list.addEventListener('click', (event) => { out.textContent = event.target.id });
        document.addEventListener('keydown', (event) => { if (event.key === 'Escape') out.textContent = '' })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a button whose clicks the document hears, on a page without a listener of keys',
      html: `<div id="one" role="button" tabindex="0">Save</div><p id="out"></p>
        <script>document.addEventListener('click', (event) => { out.textContent = event.target.id })</script>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts buttons that react to Space',
      html: `<div role="button" tabindex="0" onclick="out.textContent = 'x'"
        onkeydown="if (event.key === ' ') { event.preventDefault(); this.click() }">Save</div>
        <div role="button" tabindex="0" onclick="" onkeyup="out.textContent += event.code">Up</div><p id="out"></p>`,
    },
    {
      kind: 'good',
      shows: 'accepts buttons of HTML',
      html: '<button onclick="this.textContent = 1">One</button><input type="button" role="button" value="Two">',
    },
    {
      kind: 'borderline',
      shows: 'leaves a button that no key reaches to the check of what only a mouse can operate',
      html: '<div role="button" tabindex="0" onclick="this.textContent = 1">Save</div>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a button without a listener, a disabled one, and a link to a page',
      html: `<div role="button" tabindex="0" onkeydown="1">A</div>
        <div role="button" tabindex="0" aria-disabled="true" onclick="1" onkeydown="1">B</div>
        <a role="button" href="/elsewhere" onclick="1">C</a>`,
    },
  ],
};
