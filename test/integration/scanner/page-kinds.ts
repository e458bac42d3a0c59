import { expect } from 'vitest';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

/** Allowed outcomes of a page; `image` states whether its one fault must be found. */
export interface Kind {
  name: string;
  html: string;
  outcomes: PageOutcome[];
  image?: boolean;
  settled?: boolean;
}

const IMAGE = '<img src="a.png">';
/** Endless pages are stopped, or waited for, for a part of this time; a higher limit only takes longer. */
export const ENDLESS_TIMEOUT_MS = 16_000;
const script = (text: string) => page(`${IMAGE}<script>${text}</script>`);
const whole: PageOutcome[] = ['scanned'];
const held: PageOutcome[] = ['scanned', 'partially-scanned'];

export const asking: Kind[] = [
  {
    name: 'endless dialogs',
    html: script('alert(1); confirm(2); prompt(3); setInterval(() => alert(4), 100)'),
    outcomes: whole,
  },
  { name: 'print', html: script('print(); setInterval(() => print(), 300)'), outcomes: whole },
  {
    name: 'a question before the page is left',
    html: script(
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
       setTimeout(() => { location.href = '/file'; }, 500);`,
    ),
    outcomes: whole,
  },
  {
    name: 'permissions',
    html: script(
      `Notification.requestPermission(); navigator.geolocation.watchPosition(() => {});
       navigator.clipboard.readText(); navigator.clipboard.writeText('x');
       navigator.mediaDevices?.getUserMedia({ video: true, audio: true });
       navigator.permissions.query({ name: 'midi' });`,
    ),
    // It shows only an image, and no device was found, which its script does not handle.
    outcomes: ['partially-scanned'],
  },
  {
    name: 'downloads',
    html: script(
      `for (let i = 0; i < 50; i += 1) {
         const link = document.createElement('a');
         link.href = i % 2 ? '/file' : URL.createObjectURL(new Blob(['x'.repeat(100000)]));
         link.download = 'f';
         link.click();
       }`,
    ),
    outcomes: whole,
  },
  {
    name: 'popups',
    html: script(`for (let i = 0; i < 50; i += 1) open('/popup'); setInterval(() => open('/popup'), 50)`),
    outcomes: whole,
  },
];

export const endless: Kind[] = [
  {
    name: 'a loop during scrolling',
    html: script(
      `addEventListener('scroll', () => { while (true) {} }); document.body.style.height = '5000px'`,
    ),
    outcomes: held,
  },
  {
    name: 'a loop of microtasks',
    html: script('setTimeout(() => { (function again() { Promise.resolve().then(again); })(); }, 300)'),
    outcomes: held,
  },
  {
    name: 'a loop in a worker',
    html: script('new Worker(URL.createObjectURL(new Blob(["while (true) {}"])))'),
    outcomes: held,
  },
  {
    name: 'a document that is opened and closed repeatedly',
    html: script(
      `setInterval(() => {
         document.open();
         document.write('<!doctype html><html lang="en"><title>A</title><main><h1>A</h1><img src="a.png"></main>');
         document.close();
       }, 100)`,
    ),
    outcomes: held,
  },
  {
    name: '3,000 timers',
    html: script('for (let i = 0; i < 3000; i += 1) setInterval(() => { window.x = i; }, 1 + (i % 50))'),
    outcomes: held,
  },
  {
    name: 'endless requests',
    html: script(
      `setInterval(() => { const request = new XMLHttpRequest(); request.open('GET', '/poll'); request.send(); }, 50);
       (function again() { fetch('/poll').then(again, again); })()`,
    ),
    outcomes: held,
  },
  {
    name: 'a page that reloads itself',
    html: page(IMAGE, '<meta http-equiv="refresh" content="0">'),
    outcomes: ['too-many-redirects'],
    image: false,
  },
  {
    name: 'a document that never ends and loses its elements',
    html: script('stop(); document.documentElement.remove()'),
    outcomes: ['empty', 'timeout'],
    image: false,
  },
];

export const restless: Kind[] = [
  {
    name: 'endless animation',
    html: script('(function again() { requestAnimationFrame(again); })()'),
    outcomes: whole,
    settled: true,
  },
  {
    name: 'an address that changes all the time',
    html: script(
      `setInterval(() => { history.pushState({}, '', '?' + Math.random()); location.hash = Math.random(); }, 20)`,
    ),
    outcomes: whole,
  },
  {
    name: 'a breakpoint',
    html: script('setInterval(() => { debugger; }, 100)'),
    outcomes: whole,
    settled: true,
  },
];

export const large: Kind[] = [
  {
    name: 'a huge canvas',
    html: page(
      `${IMAGE}<canvas width="30000" height="30000"></canvas><canvas id="c" width="4000" height="4000"></canvas>
       <script>c.getContext('2d').fillRect(0, 0, 4000, 4000)</script>`,
    ),
    outcomes: whole,
  },
  {
    name: '110 frames',
    html: page(
      IMAGE +
        Array.from(
          { length: 110 },
          (_, index) =>
            `<iframe title="${index}" srcdoc='<html lang="en"><title>t</title><p>x</p>'></iframe>`,
        ).join(''),
    ),
    outcomes: ['partially-scanned'],
  },
  {
    name: '50 nested frames',
    html: page(`${IMAGE}<iframe title="f" src="/nest?49"></iframe>`),
    outcomes: ['partially-scanned'],
  },
  { name: '3,000 nested elements', html: page(`${'<div>'.repeat(3_000)}${IMAGE}`), outcomes: whole },
  {
    name: 'altered built-ins',
    html: script(
      `for (const type of [Array, Map, Set, Object, Function, String, Element, Node, Document, ShadowRoot]) {
         for (const name of Object.getOwnPropertyNames(type.prototype)) {
           if (name !== 'constructor') try { type.prototype[name] = () => { throw new Error('altered'); }; } catch {}
         }
       }
       JSON.stringify = () => '{}'; globalThis.Promise = class {}; globalThis.URL = class {};
       document.querySelectorAll = () => []; Symbol.iterator = 1;`,
    ),
    outcomes: whole,
  },
];

/** Serves pages of these kinds, and what they request. */
export function serveKinds(kinds: Kind[]): Promise<Site> {
  return serve({
    ...Object.fromEntries(kinds.map(({ name, html }) => [pathOf(name), html])),
    '/next': page(`${IMAGE}<button></button><p>Text</p>`),
    '/poll': 'x',
    '/popup': page('<p>Popup</p>'),
    '/file': (_request, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment' });
      response.end('x');
    },
    '/nest': (request, response) => {
      const left = Number(request.url?.split('?')[1]);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(page(left > 0 ? `<iframe title="f" src="/nest?${left - 1}"></iframe>` : '<p>Deep</p>'));
    },
  });
}

function pathOf(name: string): string {
  return `/${name.replace(/[^a-z0-9]+/gi, '-')}`;
}

/**
 * Scans a page of each kind as one chunk, with an ordinary page after some of them, and compares the results.
 * @param isFollowed true for kinds with an ordinary page after them
 */
export async function expectOutcomes(
  site: Site,
  kinds: Kind[],
  pageTimeoutMs: number,
  isFollowed: (kind: Kind) => boolean = () => true,
): Promise<void> {
  const urls = kinds.flatMap((kind) => [
    site.url(pathOf(kind.name)),
    ...(isFollowed(kind) ? [site.url('/next')] : []),
  ]);
  const { results } = await scan(urls, { pageTimeoutMs });
  expect(results).toHaveLength(urls.length);
  for (const kind of kinds) {
    const { name, outcomes, image: found = true, settled } = kind;
    const result = results.shift();
    expect(outcomes, `${name}: ${result?.detail}`).toContain(result?.outcome);
    expect(listNodes(result), name).toEqual(found ? ['image-alt ["img"]'] : []);
    if (settled !== undefined) expect(result?.settled, name).toBe(settled);
    if (!isFollowed(kind)) continue;
    const next = results.shift();
    expect([next?.outcome, next?.settled, ...listNodes(next)], `after ${name}`).toEqual([
      'scanned',
      true,
      'button-name ["button"]',
      'image-alt ["img"]',
    ]);
  }
  expect(site.requests).not.toContain('/popup');
}
