import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The condition under which a planted fault is shown: a condition of the browser, of the request, of time or of the
 * site.
 */
export type Condition =
  | 'always'
  | 'dark'
  | 'moving'
  | 'narrow'
  | 'touch'
  | 'german'
  | 'suffix'
  | 'late'
  | 'route'
  | 'changed'
  | 'signed in'
  | 'never';

/** A fault of the site, identified by the `id` of its element. */
export interface Planted {
  id: string;
  /** Paths of the documents that contain it; all of them unless set. */
  pages?: readonly string[];
  /** Selectors of elements that contain it, in the top document, in addition to those of its part. */
  within?: readonly string[];
  part: 'main' | 'aside';
  when: Condition;
  kind: 'picture' | 'contrast' | 'contrast-enhanced' | 'gradient' | 'spacing' | 'tab-order';
}

export const ROUTE = '#/tab';
const widgetPages = ['/mapped', '/shop'];

/** All faults of the site. */
export const planted: readonly Planted[] = [
  { id: 'plain', part: 'main', when: 'always', kind: 'picture' },
  { id: 'pale', part: 'main', when: 'always', kind: 'contrast' },
  { id: 'grayish', part: 'main', when: 'always', kind: 'contrast-enhanced' },
  { id: 'shaded', part: 'main', when: 'always', kind: 'gradient' },
  { id: 'cramped', part: 'main', when: 'always', kind: 'spacing' },
  { id: 'ordered', part: 'main', when: 'always', kind: 'tab-order' },
  { id: 'dark', part: 'main', when: 'dark', kind: 'picture' },
  { id: 'moving', part: 'main', when: 'moving', kind: 'picture' },
  { id: 'narrow', part: 'main', when: 'narrow', kind: 'picture' },
  { id: 'touch', part: 'main', when: 'touch', kind: 'picture' },
  { id: 'german', part: 'main', when: 'german', kind: 'picture' },
  { id: 'suffix', part: 'main', when: 'suffix', kind: 'picture' },
  { id: 'late', part: 'main', within: ['.late'], when: 'late', kind: 'picture' },
  { id: 'routed', part: 'main', when: 'route', kind: 'picture', pages: ['/', '/missing'] },
  { id: 'added', part: 'main', when: 'changed', kind: 'picture', pages: ['/', '/missing'] },
  { id: 'member', part: 'main', when: 'signed in', kind: 'picture' },
  { id: 'closed', part: 'main', within: ['#dialog'], when: 'never', kind: 'picture' },
  { id: 'widget', part: 'main', within: ['.widget'], when: 'always', kind: 'picture', pages: widgetPages },
  { id: 'framed', part: 'main', when: 'always', kind: 'picture', pages: ['/mapped'] },
  { id: 'shadowed', part: 'main', when: 'always', kind: 'picture', pages: ['/shop/item'] },
  { id: 'ad', part: 'aside', when: 'always', kind: 'picture' },
];

/** Links of each document. `/missing` is the start page, answered with 404. */
export const links: Readonly<Record<string, readonly string[]>> = {
  '/': ['/shop', '/private/x', `/${ROUTE}`, '/price.pdf'],
  '/missing': ['/shop', '/private/x', `/${ROUTE}`, '/price.pdf'],
  '/shop': ['/', '/shop/item'],
  '/shop/item': ['/'],
  '/mapped': ['/'],
  '/private/x': ['/'],
};
export const sitemap: readonly string[] = ['/', '/mapped'];
/** The path that robots.txt disallows. */
export const DISALLOWED = '/private/';

const picture = (id: string) =>
  `<img id="${id}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="24" height="24">`;

function markupOf({ id, kind, when }: Planted): string {
  const shown = ['dark', 'moving', 'narrow', 'touch', 'route'].includes(when) ? ` class="if-${when}"` : '';
  switch (kind) {
    case 'picture':
      return `<span${shown}>${picture(id)}</span>`;
    case 'contrast':
      return `<p id="${id}" style="color: #949494; background: #fff">Hard to read</p>`;
    case 'contrast-enhanced':
      return `<p id="${id}" style="color: #6b6b6b; background: #fff">Not so easy to read</p>`;
    case 'gradient':
      return `<p id="${id}" style="color: #000; background-image: linear-gradient(#fff, #777)">Depends</p>`;
    case 'spacing':
      return `<p id="${id}" style="letter-spacing: 0 !important">Close together</p>`;
    case 'tab-order':
      return `<p><button type="button" id="${id}" tabindex="5" class="button">Buy</button></p>`;
  }
}

interface Variant {
  path: string;
  isGerman: boolean;
  hasSuffix: boolean;
  isSignedIn: boolean;
  /** True if the fault `added` is present. */
  isChanged: boolean;
}

function documentOf({ path, isGerman, hasSuffix, isSignedIn, isChanged }: Variant): string {
  const here = ({ pages, when, part, within }: Planted) =>
    (pages === undefined || pages.includes(path)) &&
    part === 'main' &&
    within === undefined &&
    (when !== 'german' || isGerman) &&
    (when !== 'suffix' || hasSuffix) &&
    (when !== 'signed in' || isSignedIn) &&
    (when !== 'changed' || isChanged);
  const inFrameOrShadow = ['framed', 'shadowed'];
  const faults = planted.filter((each) => here(each) && !inFrameOrShadow.includes(each.id)).map(markupOf);
  const hasWidget = widgetPages.includes(path);
  return `<!doctype html><html lang="en"><head><title>Garden shop: ${path}</title>
    <meta name="viewport" content="width=device-width"><style>
      body { color: #000; background: #fff }
      nav a, .button { display: inline-block; padding: 16px; margin: 8px; color: #00e; background: #fff }
      .if-dark, .if-moving, .if-narrow, .if-touch, .if-route { display: none }
      @media (prefers-color-scheme: dark) { .if-dark { display: inline } }
      @media (prefers-reduced-motion: no-preference) { .if-moving { display: inline } }
      @media (max-width: 500px) { .if-narrow { display: inline } }
      @media (pointer: coarse) { .if-touch { display: inline } }
    </style></head><body>
    <nav aria-label="Site">${(links[path] ?? []).map((to) => `<a href="${to}">To ${to}</a>`).join('')}</nav>
    <search><label>Search <input type="search" name="q"></label></search>
    <main><h1>Page ${path}</h1>${faults.join('\n')}
      ${hasWidget ? `<div class="widget">${picture('widget')}</div>` : ''}
      <dialog id="dialog">${picture('closed')}</dialog>
      ${path === '/mapped' ? '<iframe title="Map" src="/frame" width="200" height="100"></iframe>' : ''}
      ${path === '/shop/item' ? '<div id="host"></div>' : ''}
      <div id="later"></div></main>
    <aside aria-label="Offers" class="ads">${picture('ad')}</aside>
    <script>
      if (location.hash === '${ROUTE}') document.querySelector('.if-route')?.style.setProperty('display', 'inline');
      document.querySelector('#host')?.attachShadow({ mode: 'open' }).setHTMLUnsafe('${picture('shadowed')}');
      setTimeout(() => {
        later.innerHTML = '<div class="late${hasWidget ? ' late-here' : ''}">${picture('late')}</div>';
      }, 8000);
    </script></body></html>`;
}

const framePage = `<!doctype html><html lang="en"><head><title>Map</title></head>
  <body style="background: #fff"><main aria-label="Map"><h1>Map</h1>${picture('framed')}</main></body></html>`;

/** A running site. */
export interface SettingsSite {
  /** Without a slash at the end. */
  origin: string;
  /** Adds the fault `added`. */
  change(): void;
  stop(): Promise<void>;
}

/**
 * Serves a site with known faults and links for the tests of settings.
 * @param isChanged true if the fault `added` is present from the beginning
 */
export async function serveSettingsSite(isChanged: boolean): Promise<SettingsSite> {
  let changed = isChanged;
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const origin = `http://${request.headers.host}`;
    if (path === '/robots.txt') return answer(200, 'text/plain', `User-agent: *\nDisallow: ${DISALLOWED}\n`);
    if (path === '/sitemap.xml') {
      const urls = sitemap.map((each) => `<url><loc>${origin}${each}</loc></url>`);
      return answer(200, 'application/xml', `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>`);
    }
    if (path === '/frame') return answer(200, 'text/html', framePage);
    if (!Object.hasOwn(links, path)) return answer(404, 'text/html', '<title>Not found</title>Not found');
    return answer(
      path === '/missing' ? 404 : 200,
      'text/html',
      documentOf(variantOf(path, request, changed)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: () => {
      changed = true;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** The suffix of the user agent on which the fault `suffix` is shown. */
export const SUFFIX = 'trial/7';
/** The header with which the fault `member` is shown. */
export const credential = { name: 'X-Trial-Token', value: 'a-token-of-the-trial' };

function variantOf(path: string, { headers }: IncomingMessage, isChanged: boolean): Variant {
  return {
    path,
    isGerman: headers['accept-language']?.startsWith('de') === true,
    isSignedIn: headers[credential.name.toLowerCase()] === credential.value,
    hasSuffix: headers['user-agent']?.endsWith(` ${SUFFIX}`) === true,
    isChanged,
  };
}
