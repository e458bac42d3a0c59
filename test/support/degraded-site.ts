import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server answers to one request. */
export interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Ends the connection after so many bytes. */
  cutAfter?: number;
  /** Answers so much later. */
  afterMs?: number;
}

const paths = ['/', '/boats', '/fares', '/ports', '/timetable', '/contact'];
const names: Readonly<Record<string, string>> = {
  '/': 'Ferries of the lake',
  '/boats': 'Our boats',
  '/fares': 'Fares and tickets',
  '/ports': 'Ports of call',
  '/timetable': 'Timetable',
  '/contact': 'Contact',
};

const texts: Readonly<Record<string, string>> = {
  '/': `<p>Since the spring of the year in which the bridge fell, small boats have carried people, bicycles and post between the villages on both shores.</p>
    <p>Every morning the first crew leaves at dawn; when fog lies on the water, a bell calls the passengers.</p>`,
  '/boats': `<p>Three wooden ships and one with an electric engine belong to the cooperative. The oldest was built by a carpenter who had never seen the sea.</p>
    <img src="/boat.svg" width="60" height="60"><p>Wheelchairs can board each of them over a ramp, and dogs travel for nothing.</p>`,
  '/fares': `<p>Adults pay for the distance, children under seven ride along. A card with ten strips costs as much as eight single journeys.</p>
    <p class="faint">Groups of more than twelve should write two days before they arrive, so that a second deckhand can come.</p>
    <table><tr><th scope="col">Zone</th><th scope="col">Price</th></tr><tr><td>One</td><td>Two coins</td></tr></table>`,
  '/ports': `<p>Landing stages are at the mill, below the castle, beside the school, and on the island where herons nest from March onwards.</p>
    <ul><li>Mill</li><li>Castle</li><li>School</li><li>Heron island</li></ul><p>Ask the harbour master for a key if the gate is shut after dark.</p>`,
  '/timetable': `<div id="app"><p>Loading the departures</p></div>`,
  '/contact': `<p>Write a letter, ring the office between breakfast and lunch, or knock at the blue door behind the boathouse.</p>
    <p>Lost umbrellas are kept until the end of summer, and then given to the theatre of the neighbouring town.</p>`,
};

const SCRIPT = `document.querySelector('#app')?.replaceChildren(...['Boats leave the mill every hour while the sun is up.',
  'In winter the last crossing starts when the church clock strikes five.', 'On market days an additional vessel waits at the castle.']
  .map((text) => Object.assign(document.createElement('p'), { textContent: text })));`;
const STYLE = `body { margin: 1rem; color: #222; background: #fff; font: 1rem sans-serif }
  .faint { color: #aaa } nav a { display: inline-block; padding: 8px }`;

/** The parts of a page that a degradation may change. */
export interface Parts {
  lang: string;
  head: string;
  title: string;
  nav: string;
  main: string;
  after: string;
}

/** Returns the parts of a page. */
export function buildParts(path: string): Parts {
  const links = paths.map((each) => `<a href="${each}">${names[each]}</a>`).join(' ');
  return {
    lang: 'en',
    head: '<link rel="stylesheet" href="/site.css">',
    title: names[path] ?? '',
    nav: `<header><nav aria-label="Site">${links}</nav></header>`,
    main: `<main><h1>${names[path]}</h1>${texts[path]}</main>`,
    after: '<footer><p>Cooperative of the ferries</p></footer><script src="/app.js"></script>',
  };
}

export function buildPage({ lang, head, title, nav, main, after }: Parts): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${nav}${main}${after}</body></html>`;
}

/** What a degraded or improved site answers; undefined for what the sound site answers. */
export type Change = (path: string, parts: Parts | undefined) => Answer | Parts | undefined;

/** Answers as the sound site does. */
function answerSound(path: string): Answer {
  if (path === '/site.css') return { type: 'text/css', body: STYLE };
  if (path === '/app.js') return { type: 'text/javascript', body: SCRIPT };
  if (path === '/boat.svg')
    return { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>' };
  if (path === '/sitemap.xml') return { type: 'application/xml', body: sitemapOf(paths) };
  if (path === '/robots.txt') return { type: 'text/plain', body: '' };
  return paths.includes(path) ? { body: buildPage(buildParts(path)) } : { status: 404, body: 'No such page' };
}

/** Returns a sitemap with pages. A `{origin}` in answers stands for the origin of the server. */
export function sitemapOf(listed: readonly string[]): string {
  const urls = listed.map((path) => `<url><loc>{origin}${path}</loc></url>`).join('');
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}

/** Serves the site. `change` takes effect at once. */
export async function serveDegradedSite() {
  let change: Change = () => undefined;
  let origin = '';
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const changed = change(path, paths.includes(path) ? buildParts(path) : undefined);
    const answer: Answer =
      changed === undefined ? answerSound(path) : 'nav' in changed ? { body: buildPage(changed) } : changed;
    const { status = 200, type = 'text/html; charset=utf-8', headers = {}, cutAfter, afterMs = 0 } = answer;
    const body = (answer.body ?? '').replaceAll('{origin}', origin);
    const send = () => {
      response.writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...headers,
      });
      if (cutAfter === undefined) response.end(body);
      else response.write(body.slice(0, cutAfter), () => response.destroy());
    };
    if (afterMs > 0) setTimeout(send, afterMs);
    else send();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    change(to: Change) {
      change = to;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
