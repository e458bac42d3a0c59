import { type Attack, type AttackContext, buildReportingScript } from './run-attacks.ts';

/**
 * Calls by which a script can connect; `H` is the forbidden host and port. `in` names the contexts that have the
 * call.
 */
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
  // These calls do not know the proxy, so the proxy does not see them. The proof is that nothing arrives.
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

/** Where a script may run: the body of the attack page that starts it there. */
const contexts = {
  page: ({ id }) => `<script src="/code/${id}.js"></script>`,
  frame: ({ id }) => `<iframe title="f" src="/file/${id}/frame.html"></iframe>`,
  'foreign frame': ({ id, otherOrigin }) =>
    `<iframe title="f" src="${otherOrigin}/file/${id}/frame.html"></iframe>`,
  'sandboxed frame': ({ id }) =>
    `<iframe title="f" sandbox="allow-scripts" src="/file/${id}/frame.html"></iframe>`,
  worker: ({ id }) => `<script>new Worker('/code/${id}.js')</script>`,
  'blob worker': ({ id, origin }) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["importScripts('${origin}/code/${id}.js')"])))</script>`,
  'shared worker': ({ id }) => `<script>new SharedWorker('/code/${id}.js')</script>`,
  'service worker': ({ id }) => `<script>navigator.serviceWorker.register('/code/${id}.js')</script>`,
} satisfies Record<string, (attackContext: AttackContext) => string>;
type Context = keyof typeof contexts;

const fill = (code: string, { forbiddenHost, forbiddenAddress, forbiddenPort }: AttackContext) =>
  code.replaceAll(
    /\b[HLP]\b/g,
    (letter) => ({ H: forbiddenHost, L: forbiddenAddress, P: String(forbiddenPort) })[letter] ?? letter,
  );

/** Attacks by scripts that connect, in every context that has the call. */
export const connectionAttacks: Attack[] = [
  ...means.flatMap(({ name, code, in: contextNames, shownBy = 'refused' }) =>
    contextNames.map(
      (context): Attack => ({
        name: `${name}, from a ${context}`,
        body: contexts[context],
        code: (attackContext) => fill(code, attackContext),
        files: {
          'frame.html': (attackContext) =>
            `<!doctype html><p>x<script>${buildReportingScript(fill(code, attackContext), attackContext)}</script>`,
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
      'worker.js': ({ forbiddenHost }) =>
        `addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(clients.claim())); addEventListener('fetch', (event) => event.respondWith(fetch('http://${forbiddenHost}/', { mode: 'no-cors' })))`,
    },
    shownBy: 'refused',
  },
  {
    name: 'a worker in a worker',
    code: ({ origin, id }) => `new Worker('${origin}/file/${id}/inner.js')`,
    body: contexts.worker,
    files: {
      'inner.js': ({ forbiddenHost }) =>
        `fetch('http://${forbiddenHost}/', { mode: 'no-cors' }).catch(() => {})`,
    },
    shownBy: 'refused',
  },
  {
    name: 'a worker of another origin',
    code: ({ forbiddenHost }) => `new Worker('http://${forbiddenHost}/')`,
    shownBy: 'ran',
  },
  {
    name: 'a worklet',
    code: ({ forbiddenHost }) => `CSS.paintWorklet.addModule('http://${forbiddenHost}/').catch(() => {})`,
    body: ({ id }) => `<script src="/code/${id}.js"></script>`,
    shownBy: 'ran',
  },
  {
    name: 'a report of the content security policy',
    answer:
      ({ forbiddenHost, id }) =>
      (_request, response) => {
        response.writeHead(200, {
          'Content-Type': 'text/html',
          'Reporting-Endpoints': `r="http://${forbiddenHost}/", s="https://${forbiddenHost}/"`,
          'Content-Security-Policy': `img-src 'none'; report-uri http://${forbiddenHost}/; report-to s`,
          'Content-Security-Policy-Report-Only': `style-src 'none'; report-uri http://${forbiddenHost}/`,
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
      ({ forbiddenHost, id }) =>
      (_request, response) => {
        const url = `https://${forbiddenHost}/`;
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
];
