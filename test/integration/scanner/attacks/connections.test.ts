import { fireAll } from './fire.ts';
import { type Attack, type Ground, reporting } from './range.ts';

/** What a script may connect with; `H` is the forbidden host and port. `in` names the contexts that have it. */
const means: { name: string; code: string; in: Context[]; shownBy?: Attack['shownBy'] }[] = [
  {
    name: 'fetch',
    code: `fetch('http://H/', { mode: 'no-cors' }).catch(() => {})`,
    in: [
      'page',
      'frame',
      'foreign frame',
      'sandboxed frame',
      'worker',
      'blob worker',
      'shared worker',
      'service worker',
    ],
  },
  {
    name: 'fetch over TLS',
    code: `fetch('https://H/', { mode: 'no-cors' }).catch(() => {})`,
    in: ['page', 'worker'],
  },
  {
    name: 'fetch kept alive',
    code: `fetch('http://H/', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }).catch(() => {})`,
    in: ['page', 'frame'],
  },
  {
    name: 'XMLHttpRequest',
    code: `const x = new XMLHttpRequest(); x.open('POST', 'http://H/'); x.send('x')`,
    in: ['page', 'frame', 'worker', 'shared worker'],
  },
  {
    name: 'XMLHttpRequest that blocks',
    code: `const x = new XMLHttpRequest(); x.open('GET', 'http://H/', false); x.send()`,
    in: ['page', 'worker'],
  },
  {
    name: 'WebSocket',
    code: `new WebSocket('ws://H/')`,
    in: ['page', 'frame', 'foreign frame', 'worker', 'shared worker', 'service worker'],
  },
  { name: 'WebSocket over TLS', code: `new WebSocket('wss://H/')`, in: ['page', 'worker'] },
  {
    name: 'EventSource',
    code: `new EventSource('http://H/')`,
    in: ['page', 'frame', 'worker', 'shared worker'],
  },
  { name: 'a beacon', code: `navigator.sendBeacon('http://H/', 'x')`, in: ['page', 'frame'] },
  {
    name: 'a beacon at the end',
    code: `addEventListener('pagehide', () => navigator.sendBeacon('http://H/', 'x')); const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.addEventListener('pagehide', () => navigator.sendBeacon('http://H/', 'y')); f.remove()`,
    in: ['page'],
  },
  {
    name: 'importScripts',
    code: `importScripts('http://H/')`,
    in: ['worker', 'shared worker', 'service worker'],
  },
  {
    name: 'import()',
    code: `import('http://H/').catch(() => {})`,
    in: ['page', 'frame', 'worker', 'shared worker'],
  },
  // What these do is not seen by the proxy, for they know nothing of it: the silence is the proof.
  {
    name: 'WebTransport',
    code: `new WebTransport('https://L/').ready.catch(() => {})`,
    in: ['page', 'frame', 'worker', 'shared worker', 'service worker'],
    shownBy: 'ran',
  },
  {
    name: 'WebRTC with STUN',
    code: `const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:L', 'stun:[::1]:P'] }] }); c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer))`,
    in: ['page', 'frame'],
    shownBy: 'ran',
  },
  {
    name: 'WebRTC with TURN over UDP',
    code: `const c = new RTCPeerConnection({ iceServers: [{ urls: 'turn:L', username: 'a', credential: 'b' }], iceTransportPolicy: 'relay' }); c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer))`,
    in: ['page', 'frame'],
    shownBy: 'ran',
  },
  {
    name: 'WebRTC with TURN over TCP and TLS',
    code: `const c = new RTCPeerConnection({ iceServers: [{ urls: ['turn:L?transport=tcp', 'turns:L?transport=tcp'], username: 'a', credential: 'b' }] }); c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer))`,
    in: ['page', 'frame'],
    shownBy: 'ran',
  },
  {
    name: 'WebRTC with a candidate of its own',
    code: `(async () => { const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]; a.createDataChannel('x');
      await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription);
      await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription);
      for (const transport of ['udp', 'tcp']) await a.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 ' + transport + ' 2122260223 127.0.0.1 P typ host' + (transport === 'tcp' ? ' tcptype passive' : '') });
    })()`,
    in: ['page', 'frame'],
    shownBy: 'ran',
  },
];

/** Where a script may run: the body of the attack page that brings it there. */
const contexts = {
  page: ({ id }) => `<script src="/code/${id}.js"></script>`,
  frame: ({ id }) => `<iframe title="f" src="/file/${id}/frame.html"></iframe>`,
  'foreign frame': ({ id, abroad }) => `<iframe title="f" src="${abroad}/file/${id}/frame.html"></iframe>`,
  'sandboxed frame': ({ id }) =>
    `<iframe title="f" sandbox="allow-scripts" src="/file/${id}/frame.html"></iframe>`,
  worker: ({ id }) => `<script>new Worker('/code/${id}.js')</script>`,
  'blob worker': ({ id, home }) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["importScripts('${home}/code/${id}.js')"])))</script>`,
  'shared worker': ({ id }) => `<script>new SharedWorker('/code/${id}.js')</script>`,
  'service worker': ({ id }) => `<script>navigator.serviceWorker.register('/code/${id}.js')</script>`,
} satisfies Record<string, (ground: Ground) => string>;
type Context = keyof typeof contexts;

const fill = (code: string, { inner, literal, port }: Ground) =>
  code.replaceAll(/\b[HLP]\b/g, (letter) => ({ H: inner, L: literal, P: String(port) })[letter] ?? letter);

fireAll('a connection that a script makes', [
  ...means.flatMap(({ name, code, in: places, shownBy = 'refused' }) =>
    places.map(
      (place): Attack => ({
        name: `${name}, from a ${place}`,
        body: contexts[place],
        code: (ground) => fill(code, ground),
        files: {
          'frame.html': (ground) =>
            `<!doctype html><p>x<script>${reporting(fill(code, ground), ground)}</script>`,
        },
        shownBy,
      }),
    ),
  ),
  {
    name: 'a service worker that answers the requests of its page',
    code: () =>
      `navigator.serviceWorker.register('/file/ID/worker.js'.replace('ID', document.location.pathname.split('/').at(-1)), { scope: '/' }).then(async () => { await navigator.serviceWorker.ready; const f = document.createElement('iframe'); f.src = '/any'; document.body.append(f) })`,
    files: {
      'worker.js': ({ inner }) =>
        `addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(clients.claim())); addEventListener('fetch', (event) => event.respondWith(fetch('http://${inner}/', { mode: 'no-cors' })))`,
    },
    shownBy: 'refused',
  },
  {
    name: 'a worker in a worker',
    code: ({ home, id }) => `new Worker('${home}/file/${id}/inner.js')`,
    body: contexts.worker,
    files: { 'inner.js': ({ inner }) => `fetch('http://${inner}/', { mode: 'no-cors' }).catch(() => {})` },
    shownBy: 'refused',
  },
  {
    name: 'a worker of another origin',
    code: ({ inner }) => `new Worker('http://${inner}/')`,
    shownBy: 'ran',
  },
  {
    name: 'a worklet',
    code: ({ inner }) => `CSS.paintWorklet.addModule('http://${inner}/').catch(() => {})`,
    body: ({ id }) => `<script src="/code/${id}.js"></script>`,
    shownBy: 'ran',
  },
  {
    name: 'a report of the content security policy',
    answer:
      ({ inner, id }) =>
      (_request, response) => {
        response.writeHead(200, {
          'Content-Type': 'text/html',
          'Reporting-Endpoints': `r="http://${inner}/", s="https://${inner}/"`,
          'Content-Security-Policy': `img-src 'none'; report-uri http://${inner}/; report-to s`,
          'Content-Security-Policy-Report-Only': `style-src 'none'; report-uri http://${inner}/`,
        });
        response.end(
          `<!doctype html><html lang="en"><title>x</title><p>x<img alt="" src="/i"><style>p{}</style><script src="/code/${id}.js"></script>`,
        );
      },
    code: () => '',
    shownBy: 'ran',
  },
  {
    name: 'network error logging and the reporting API',
    answer:
      ({ inner, id }) =>
      (_request, response) => {
        const url = `https://${inner}/`;
        response.writeHead(200, {
          'Content-Type': 'text/html',
          'Reporting-Endpoints': `default="${url}"`,
          'Report-To': JSON.stringify({ group: 'default', max_age: 9_999, endpoints: [{ url }] }),
          NEL: JSON.stringify({
            report_to: 'default',
            max_age: 9_999,
            success_fraction: 1,
            failure_fraction: 1,
          }),
          'Document-Policy-Report-Only': 'document-write=?0; report-to=default',
        });
        response.end(
          `<!doctype html><html lang="en"><title>x</title><p>x<img alt="" src="http://127.0.0.1:1/"><script src="/code/${id}.js"></script>`,
        );
      },
    code: () => `document.write('x'); fetch('/none').catch(() => {})`,
    shownBy: 'ran',
  },
]);
