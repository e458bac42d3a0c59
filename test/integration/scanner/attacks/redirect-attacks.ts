import type { Attack } from './run-attacks.ts';

const moved =
  (status: number): NonNullable<Attack['answer']> =>
  ({ forbiddenHost }) =>
  (_request, response) => {
    response.writeHead(status, { Location: `http://${forbiddenHost}/` }).end();
  };

const blocked = { shownBy: 'refused', outcome: 'blocked-address' } as const;

/** Ways by which a script can navigate. */
const scripted: [string, string][] = [
  ['location.href', `location.href = 'U'`],
  ['location.replace', `location.replace('U')`],
  ['location.assign in a timer', `setTimeout(() => location.assign('U'), 300)`],
  [
    'a form that is submitted',
    `const f = document.createElement('form'); f.action = 'U'; f.method = 'post'; document.body.append(f); f.submit()`,
  ],
  [
    'a click on a link',
    `const a = document.createElement('a'); a.href = 'U'; document.body.append(a); a.click()`,
  ],
  ['document.write of a refresh', `document.write('<meta http-equiv="refresh" content="0; url=U">')`],
  ['the navigation API', `navigation.navigate('U')`],
  [
    'an unload handler',
    `addEventListener('pagehide', () => { location.href = 'U' }); location.href = 'U?first'`,
  ],
];

/** References in a page whose own URL redirects to the forbidden server. */
const parts: [string, string][] = [
  ['a frame', '<iframe title="f" src="R"></iframe>'],
  ['an image', '<img alt="" src="R">'],
  ['a style sheet', '<link rel="stylesheet" href="R">'],
  ['a font', '<style>@font-face { font-family: f; src: url(R) } p { font-family: f }</style><p>x</p>'],
  ['a script', '<script src="R"></script>'],
  ['fetch', `<script>fetch('R', { mode: 'no-cors' }).catch(() => {})</script>`],
  [
    'fetch with a body',
    `<script>fetch('R', { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})</script>`,
  ],
  ['XMLHttpRequest', `<script>const x = new XMLHttpRequest(); x.open('GET', 'R'); x.send()</script>`],
  ['an event source', `<script>new EventSource('R')</script>`],
  ['a beacon', `<script>navigator.sendBeacon('R', 'x')</script>`],
  ['a video', '<video src="R" preload="auto"></video>'],
];

/** Redirects of pages and of their parts to the forbidden server. */
export const redirectAttacks: Attack[] = [
  ...[301, 302, 303, 307, 308].map(
    (status): Attack => ({ name: `of the page, ${status}`, answer: moved(status), ...blocked }),
  ),
  {
    name: 'of the page, after another redirect',
    answer: (attackContext) => (request, response) => {
      if (request.url?.includes('second')) moved(302)(attackContext)(request, response);
      else response.writeHead(302, { Location: '?second' }).end();
    },
    ...blocked,
  },
  {
    name: 'of the page, to an address in decimal',
    answer:
      ({ forbiddenPort }) =>
      (_request, response) => {
        response.writeHead(302, { Location: `http://2130706433:${forbiddenPort}/` }).end();
      },
    shownBy: 'address',
    outcome: 'blocked-address',
  },
  {
    name: 'of the page, without a scheme',
    answer:
      ({ forbiddenHost }) =>
      (_request, response) => {
        response.writeHead(302, { Location: `\\\\${forbiddenHost}\\` }).end();
      },
    ...blocked,
  },
  {
    name: 'meta refresh',
    head: ({ forbiddenHost }) => `<meta http-equiv="refresh" content="0; url=http://${forbiddenHost}/">`,
    ...blocked,
  },
  {
    name: 'the Refresh header',
    answer:
      ({ forbiddenHost }) =>
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', Refresh: `0; url=http://${forbiddenHost}/` });
        response.end('<!doctype html><html lang="en"><title>x</title><p>x');
      },
    ...blocked,
  },
  ...scripted.map(
    ([name, code]): Attack => ({
      name,
      code: ({ forbiddenHost }) => code.replaceAll(/\bU\b/g, `http://${forbiddenHost}/`),
      ...blocked,
    }),
  ),
  {
    name: 'a frame that navigates the page',
    body: ({ id }) => `<iframe title="f" src="/file/${id}/frame.html"></iframe>`,
    files: {
      'frame.html': ({ forbiddenHost }) => `<script>top.location.href = 'http://${forbiddenHost}/'</script>`,
    },
    ...blocked,
  },
  ...parts.flatMap(([name, html]) =>
    [302, 307].map(
      (status): Attack => ({
        name: `of ${name}, ${status}`,
        body: ({ id }) => html.replaceAll(/\bR\b/g, `/file/${id}/moved`),
        files: { moved: (attackContext) => moved(status)(attackContext) },
        shownBy: 'refused',
      }),
    ),
  ),
  {
    name: 'of a preflighted request',
    code: ({ otherOrigin, id }) =>
      `await0(fetch('${otherOrigin}/file/${id}/moved', { method: 'PUT', headers: { 'X-A': 'b' } })); function await0(p) { p.catch(() => {}) }`,
    files: {
      moved:
        ({ forbiddenHost }) =>
        (request, response) => {
          const headers = {
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Methods': '*',
            'Access-Control-Allow-Headers': '*',
          };
          if (request.method === 'OPTIONS') response.writeHead(204, headers).end();
          else response.writeHead(307, { ...headers, Location: `http://${forbiddenHost}/` }).end();
        },
    },
    shownBy: 'refused',
  },
];
