import { buildPage, buildParts, type Change, sitemapOf } from './degraded-site.ts';

const MAINTENANCE = `<!doctype html><html lang="en"><head><title>Maintenance</title></head><body><main>
  <h1>We will be back soon</h1><p>Our site is being maintained. Please try again later.</p></main></body></html>`;
const WALL = `<!doctype html><html lang="en"><head><title>Just a moment...</title></head><body><main>
  <h1>Checking your browser</h1><p>Enable JavaScript and cookies to continue.</p></main></body></html>`;
const LOGIN = `<!doctype html><html lang="en"><head><title>Sign in</title></head><body><main><h1>Sign in</h1>
  <form><label>E-mail <input type="email" autocomplete="username"></label>
  <label>Password <input type="password" autocomplete="current-password"></label><button>Sign in</button></form></main></body></html>`;
const COUNTRY = `<!doctype html><html lang="en"><head><title>Not available</title></head><body><main>
  <h1>Not available in your country</h1><p>We cannot offer this service where you are.</p></main></body></html>`;
const GERMAN = `<main><h1>Fähren des Sees</h1><p>Seit dem Frühling, in dem die Brücke einstürzte, bringen kleine Schiffe
  Menschen, Fahrräder und Briefe zwischen den Dörfern an beiden Ufern hin und her, auch wenn Nebel über dem Wasser liegt.</p>
  <p>Jeden Morgen legt die erste Mannschaft bei Sonnenaufgang ab; eine Glocke zeigt den Reisenden, wo sie warten sollen.</p></main>`;

/** What happens to a site, and the reasons for which its gate is then not decided. */
export interface Degradation {
  change: Change;
  /** With a baseline of the sound site. Empty if no page is scanned, so that there is no report. */
  reasons: readonly string[];
  /** Without a baseline, if all findings decide; null if it cannot be known that the site is degraded. */
  alone: readonly string[] | null;
}

const withoutNavigation: Change = (path, parts) =>
  path === '/sitemap.xml'
    ? { type: 'application/xml', body: sitemapOf(['/']) }
    : parts && { ...parts, nav: '<header><p>Menu</p></header>' };

/** Degradations of a site, none of which may end green or with anything fixed. */
export const degradations: Readonly<Record<string, Degradation>> = {
  'maintenance page': {
    change: (_, parts) => parts && { body: MAINTENANCE },
    reasons: ['script-failed', 'page-changed'],
    alone: ['script-failed'],
  },
  'error on one page': {
    change: (path, parts) =>
      path === '/fares' && parts
        ? { ...parts, main: '<main><h1>Something went wrong</h1><p>Please try again.</p></main>' }
        : undefined,
    reasons: ['script-failed', 'page-changed'],
    alone: ['script-failed'],
  },
  'script missing': {
    change: (path) => (path === '/app.js' ? { status: 404 } : undefined),
    reasons: ['page-changed'],
    alone: null,
  },
  'script throws': {
    change: (path) => (path === '/app.js' ? { type: 'text/javascript', body: 'null.start()' } : undefined),
    reasons: ['page-changed'],
    alone: null,
  },
  'style sheet missing': {
    change: (path) => (path === '/site.css' ? { status: 404 } : undefined),
    reasons: ['script-failed'],
    alone: ['script-failed'],
  },
  'start page for the style sheet': {
    change: (path) => (path === '/site.css' ? { body: '<!doctype html><title>Start</title>' } : undefined),
    reasons: ['script-failed'],
    alone: ['script-failed'],
  },
  'half of the pages gone, links and sitemap left': {
    change: (path) => (['/fares', '/ports', '/contact'].includes(path) ? { status: 404 } : undefined),
    reasons: ['low-coverage', 'site-shrank'],
    alone: null,
  },
  'half of the pages gone': {
    change: (path, parts) => {
      if (path === '/sitemap.xml') return { status: 404 };
      if (['/fares', '/ports', '/contact'].includes(path)) return { status: 404 };
      const links = /<a href="\/(?:fares|ports|contact)">[^<]*<\/a>/g;
      return parts && { ...parts, nav: parts.nav.replaceAll(links, '') };
    },
    reasons: ['site-shrank'],
    alone: null,
  },
  'navigation broken': { change: withoutNavigation, reasons: ['site-shrank'], alone: null },
  'sitemap emptied': {
    change: (path, parts) =>
      path === '/sitemap.xml'
        ? { type: 'application/xml', body: sitemapOf([]) }
        : withoutNavigation(path, parts),
    reasons: ['site-shrank'],
    alone: null,
  },
  'navigation broken and pages not answered': {
    change: (path, parts) =>
      ['/fares', '/ports', '/contact'].includes(path) ? { status: 503 } : withoutNavigation(path, parts),
    reasons: ['low-coverage', 'site-shrank'],
    alone: null,
  },
  'login expired': {
    change: (path, parts) =>
      path === '/login' ? { body: LOGIN } : parts && { status: 302, headers: { location: '/login' } },
    reasons: [],
    alone: [],
  },
  'empty root': {
    change: (_, parts) => parts && { ...parts, nav: '', main: '<div id="root"></div>', after: '' },
    reasons: [],
    alone: [],
  },
  'empty root within the shell': {
    change: (_, parts) => parts && { ...parts, main: '<div id="root"></div>' },
    reasons: ['page-changed'],
    alone: null,
  },
  'bot wall': {
    change: (_, parts) => parts && { body: WALL },
    reasons: ['script-failed', 'page-changed'],
    alone: ['script-failed'],
  },
  'not in this country': {
    change: (_, parts) => parts && { body: COUNTRY },
    reasons: ['script-failed', 'page-changed'],
    alone: ['script-failed'],
  },
  'redirect to another country': {
    change: (path, parts) =>
      path.startsWith('/de/')
        ? { body: buildPage({ ...buildParts('/'), lang: 'de', main: GERMAN }) }
        : parts && { status: 302, headers: { location: `/de${path}` } },
    reasons: ['page-changed'],
    alone: null,
  },
  'truncated response': {
    change: (_, parts) => parts && { body: buildPage(parts), cutAfter: 300 },
    reasons: [],
    alone: [],
  },
  'other language': {
    change: (_, parts) => parts && { ...parts, lang: 'de', main: GERMAN },
    reasons: ['page-changed'],
    alone: null,
  },
  'old version with an old fault': {
    change: (path, parts) =>
      path === '/ports' && parts
        ? { ...parts, main: parts.main.replace('</h1>', '</h1><img src="/boat.svg" width="60" height="60">') }
        : undefined,
    reasons: ['new'],
    alone: null,
  },
  'everything redirected': {
    change: (path, parts) =>
      parts && path !== '/' ? { status: 302, headers: { location: '/' } } : undefined,
    reasons: ['low-coverage', 'site-shrank'],
    alone: ['low-coverage'],
  },
  'start page at each address': {
    change: (_, parts) => parts && buildParts('/'),
    reasons: ['page-changed'],
    alone: null,
  },
  'modal dialog': {
    change: (_, parts) =>
      parts && {
        ...parts,
        after: `${parts.after}<dialog id="consent"><h2>Cookies</h2><p>We use cookies.</p>
          <form method="dialog"><button>Accept</button></form></dialog>
          <script>document.querySelector('#consent').showModal()</script>`,
      },
    reasons: ['frame-not-judged'],
    alone: ['frame-not-judged'],
  },
  'page transparent': {
    change: (_, parts) => parts && { ...parts, head: `${parts.head}<style>body { opacity: 0 }</style>` },
    reasons: ['script-failed', 'page-changed'],
    alone: ['script-failed'],
  },
  'page covered': {
    change: (_, parts) => parts && { ...parts, after: `${parts.after}${veil('')}` },
    reasons: ['script-failed'],
    alone: ['script-failed'],
  },
};

/** A layer over the whole window. */
function veil(script: string): string {
  return `<div id="veil" style="position: fixed; inset: 0; background: #fff">Subscribe</div><script>${script}</script>`;
}

/** Changes of a site after which its gate passes as before. */
export const improvements: Readonly<Record<string, { change: Change; config?: object }>> = {
  'nothing changed': { change: () => undefined },
  'a fault is fixed': {
    change: (path, parts) =>
      path === '/boats' && parts
        ? { ...parts, main: parts.main.replace('<img ', '<img alt="The oldest boat" ') }
        : undefined,
  },
  'one page is removed': {
    change: (path, parts) => {
      if (path === '/ports') return { status: 404 };
      if (path === '/sitemap.xml') return { status: 404 };
      return parts && { ...parts, nav: parts.nav.replace('<a href="/ports">Ports of call</a>', '') };
    },
  },
  'a page is found by nothing': {
    change: (path, parts) => {
      if (path === '/sitemap.xml') return { status: 404 };
      return parts && { ...parts, nav: parts.nav.replace('<a href="/ports">Ports of call</a>', '') };
    },
  },
  'content comes late': {
    change: (path, parts) =>
      path === '/ports' && parts
        ? {
            ...parts,
            main: '<main id="late"></main>',
            after: `${parts.after}<template id="text">${parts.main}</template><script>setTimeout(() =>
              document.querySelector('#late').replaceWith(document.querySelector('#text').content), 5000)</script>`,
            nav: '',
          }
        : undefined,
  },
  'the server is slow': { change: (_, parts) => parts && { body: buildPage(parts), afterMs: 1_500 } },
  'a splash screen that ends': {
    change: (_, parts) =>
      parts && {
        ...parts,
        after: `${parts.after}${veil("setTimeout(() => document.querySelector('#veil').remove(), 5000)")}`,
      },
  },
  'a redesign': {
    change: (_, parts) =>
      parts && {
        ...parts,
        head: '<style>body { font: 1.2rem serif; color: #000; max-width: 50rem }</style>',
        main: parts.main.replaceAll('<p>', '<div><p>').replaceAll('</p>', '</p></div>'),
      },
  },
  'a rebuilt page that is declared': {
    change: (path, parts) =>
      path === '/fares' && parts
        ? {
            ...parts,
            main: '<main><h1>Everything is free</h1><p>Nobody pays anything from now on.</p></main>',
          }
        : undefined,
    config: { expectChanged: [{ page: '/fares', reason: 'Fares were abolished.' }] },
  },
};
