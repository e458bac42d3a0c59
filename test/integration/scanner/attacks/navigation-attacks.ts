import type { Attack } from './run-attacks.ts';

/** Navigations to URLs outside the web. The page must not leave its address. */
const escapes: [string, string][] = [
  ['a frame of a file URL', `add('iframe', { src: 'file:///etc/passwd' })`],
  ['a script that navigates to a file', `location.href = 'file:///etc/passwd'`],
  ['a script that navigates to a page of the browser', `location.href = 'chrome://version/'`],
  [
    'a script that navigates to the developer tools',
    `location.href = 'devtools://devtools/bundled/inspector.html'`,
  ],
  ['a script that navigates to a view of the source', `location.href = 'view-source:http://L/'`],
  [
    'a script that navigates to a data URL',
    `location.href = 'data:text/html,<script>fetch("http://L/")<\\/script>'`,
  ],
  ['a script that navigates to a file system URL', `location.href = 'filesystem:http://L/temporary/x'`],
  ['a script that navigates to an FTP URL', `location.href = 'ftp://L/'`],
  ['a fetch of a file', `fetch('file:///etc/passwd').catch(() => {})`],
  ['an image with a file URL', `add('img', { src: 'file:///etc/passwd', alt: '' })`],
  ['an image of the browser', `add('img', { src: 'chrome://theme/current-channel-logo', alt: '' })`],
  ['a worker from a file', `new Worker('file:///etc/passwd')`],
  [
    'a protocol handler',
    `navigator.registerProtocolHandler('web+x', location.origin + '/?%s'); add('iframe', { src: 'web+x:http://L/' })`,
  ],
  ['a mailto link', `add('a', { href: 'mailto:a@example.com' }).click()`],
];

const ADD = `const add = (name, members) => { const element = Object.assign(document.createElement(name), { title: 'x', textContent: 'x' }, members); document.body.append(element); return element };`;

/** Ways to open windows and to save files, with the forbidden host in them. */
const windows: [string, string, Attack['shownBy']][] = [
  ['window.open', `open('http://H/')`, 'ran'],
  [
    'window.open of an empty window that then navigates',
    `const w = open('about:blank'); if (w) w.location.href = 'http://H/'`,
    'ran',
  ],
  ['a link to a new window', `add('a', { href: 'http://H/', target: '_blank' }).click()`, 'ran'],
  [
    'a form with a new window as target',
    `const f = add('form', { action: 'http://H/', method: 'post', target: '_blank' }); f.submit()`,
    'ran',
  ],
  ['a link with a download attribute', `add('a', { href: 'http://H/', download: 'x' }).click()`, 'ran'],
  [
    'a link with a download attribute to a blob',
    `add('a', { href: URL.createObjectURL(new Blob(['x'])), download: 'x' }).click()`,
    'ran',
  ],
  [
    'a link in its own frame',
    `add('iframe', { srcdoc: '<a id=a href="http://H/">x</a><script>a.click()<\\/script>' })`,
    'refused',
  ],
  [
    'a data URL in a frame',
    `add('iframe', { src: 'data:text/html,<script>fetch("http://H/", { mode: "no-cors" })<\\/script>' })`,
    'refused',
  ],
  [
    'a blob in a frame',
    `add('iframe', { src: URL.createObjectURL(new Blob(['<script>fetch("http://H/", { mode: "no-cors" })<\\/script>'], { type: 'text/html' })) })`,
    'refused',
  ],
  [
    'a frame of a script URL',
    `add('iframe', { src: 'javascript:fetch("http://H/", { mode: "no-cors" })' })`,
    'refused',
  ],
  [
    'a payment handler',
    `new PaymentRequest([{ supportedMethods: 'https://H/' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment().catch(() => {})`,
    'ran',
  ],
  [
    'a sign-in by the browser',
    `navigator.credentials.get({ identity: { providers: [{ configURL: 'https://H/config', clientId: 'x' }] } }).catch(() => {})`,
    'ran',
  ],
];

/** Attacks that navigate out of the page, or open windows. */
export const navigationAttacks: Attack[] = [
  ...escapes.map(
    ([name, code]): Attack => ({
      name,
      code: ({ forbiddenAddress }) => `${ADD} ${code.replaceAll(/\bL\b/g, forbiddenAddress)}`,
      shownBy: 'ran',
      outcome: 'scanned',
    }),
  ),
  ...windows.map(
    ([name, code, shownBy]): Attack => ({
      name,
      code: ({ forbiddenHost }) => `${ADD} ${code.replaceAll(/\bH\b/g, forbiddenHost)}`,
      shownBy,
    }),
  ),
];
