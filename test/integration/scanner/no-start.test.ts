import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { type Site, scan, serve } from './harness.ts';

/** A page of an application whose scripts show the rest. */
const app = (scripts: string, content = '<div id="root">Loading</div>') =>
  `<!doctype html><html lang="en"><title>Timetable of the ferries</title>${content}${scripts}`;
const WHOLE = '<h1>Timetable</h1><nav><a href="/a">Ports</a> <a href="/b">Fares</a></nav>';
const START = `document.getElementById('root').innerHTML = '${WHOLE}'`;

/** Pages that have not started, with what the outcome names. */
const broken: Readonly<Record<string, [html: string, named: RegExp]>> = {
  '/missing': [app('<script src="/gone.js"></script>'), /\/gone\.js \(404 Not Found\)/],
  '/module': [
    app('<script type="module" src="/home.js"></script>'),
    /\/home\.js \(the content type is text\/html\)/,
  ],
  '/failing': [app('<script src="/failing.js"></script>'), /\/failing\.js \(500 /],
  '/throws': [app('<script>null.start()</script>'), /\/throws \(TypeError: Cannot read/],
  '/rejects': [
    app('<script>Promise.reject(new Error("no config"))</script>', '<div>Please wait</div>'),
    /\/rejects \(Error: no config\)/,
  ],
  '/apology': [
    app(
      '<script>throw new Error("cart")</script>',
      '<h1>Something went wrong</h1><button type="button">Reload</button>',
    ),
    /\/apology \(Error: cart\)/,
  ],
  '/evaluated': [
    app(
      `<script>setTimeout('null.start()\\n//# sourceURL=webpack-internal:///./src/app.js', 10)</script>`,
      '<p>Ferries</p>',
    ),
    /\/evaluated \(TypeError: Cannot read/,
  ],
  '/blocked': [
    app(
      '<script src="/other.js"></script>',
      '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'"><p>Ferries</p>',
    ),
    /\/other\.js \(/,
  ],
  '/many-styles': [
    app(
      `${Array.from({ length: 30 }, (_, at) => `<link rel="stylesheet" href="http://elsewhere.test/${at}.css">`).join('')}<script src="/gone.js"></script>`,
      '<p>Ferries</p>',
    ),
    /\/gone\.js \(404 Not Found\)/,
  ],
  '/no-script': [app('<script type="module" src="/plain.js"></script>', '<p>Ferries</p>'), /\/plain\.js \(/],
  '/many-others': [
    app(
      `${Array.from({ length: 30 }, (_, at) => `<script src="http://elsewhere.test/${at}.js"></script>`).join('')}<script src="/gone.js"></script>`,
      '<p>Ferries</p>',
    ),
    /\/gone\.js \(404 Not Found\)/,
  ],
  '/data': [
    app('<script>fetch("/failing.js").then(() => 0)</script>', '<svg width="50" height="50"></svg>'),
    /\/failing\.js \(500 /,
  ],
  '/busy': [
    app('<script></script>', '<div aria-busy="true"></div><p>Ferries</p>'),
    /hardly more than that it is loading/,
  ],
  '/transparent': [
    `<!doctype html><html lang="en"><title>Ferries</title><div id="all" style="opacity: 0">${WHOLE}</div>`,
    /because div#all is transparent/,
  ],
  '/transparent-page': [
    `<!doctype html><html lang="en" style="opacity: 0"><title>Ferries</title>${WHOLE}`,
    /because html is transparent/,
  ],
  '/endless': [
    app('<script></script>', '<p>Loading the timetable…</p>'),
    /hardly more than that it is loading/,
  ],
};

/** A page with style sheets and enough content. */
const plain = (head: string, content: string) =>
  `<!doctype html><html lang="en"><title>Ferries</title>${head}${content}`;
const texts = `<header><nav><a href="/a">Ports</a> <a href="/b">Fares</a></nav></header><h1>Timetable</h1>
  <p>${'The ferry leaves at nine. '.repeat(20)}</p><h2>Sundays</h2><p>There is no ferry.</p>`;
const layer = (style: string, content = '') => `<div id="layer" style="inset: 0; ${style}">${content}</div>`;

/** Pages in front of which people see something else. */
const hidden: typeof broken = {
  '/covered': [
    plain('', texts + layer('position: fixed; background: white', 'Subscribe!')),
    /covered by div#layer.+excludeSelectors/,
  ],
  '/covered-absolute': [
    plain('', `${texts}${layer('position: absolute; background: url(x.png)', '<p>News</p>')}`),
    /covered by div#layer/,
  ],
  '/covered-by-child': [
    plain('', texts + layer('position: fixed', '<div style="height: 100vh; background: #eee">Wait</div>')),
    /covered by div#layer/,
  ],
  '/maintenance': [
    plain('', `<main><h1>Scheduled maintenance</h1><p>Come back later.</p></main>`),
    /says “Scheduled maintenance” and little else/,
  ],
  '/error-within-shell': [
    plain('', '<header><nav><a href="/a">Ports</a></nav></header><h1>Ein Fehler ist aufgetreten</h1>'),
    /says “Ein Fehler ist aufgetreten”/,
  ],
  '/unstyled': [
    plain('<link rel="stylesheet" href="/gone.css">', texts),
    /none of its style sheets: .+gone\.css \(404/,
  ],
  '/unstyled-by-page': [
    plain('<link rel="stylesheet" href="/home.js">', texts),
    /home\.js \(the content type is text\/html\)/,
  ],
};
Object.assign(broken, hidden);

/** Pages that show what they have to show. */
const sound: Readonly<Record<string, string>> = {
  '/short': app('<script></script>', '<p>Closed today</p>'),
  '/shop': app('<script></script>', '<p>Laden und Garten: heute geschlossen</p>'),
  '/ramps': app(
    '<script></script>',
    '<p>Loading ramps are closed on Sundays, and on all public holidays of the year.</p>',
  ),
  '/late': app(`<script>setTimeout(() => { ${START} }, 8000)</script>`),
  '/long': app(
    '<script src="/gone.js"></script>',
    `${WHOLE}<p>${'The ferry leaves at nine. '.repeat(20)}</p>`,
  ),
  '/elsewhere': app('<script src="https://elsewhere.test/a.js"></script>', '<p>Closed today</p>'),
  '/unknown-data': app('<script>fetch("/gone.js").catch(() => 0)</script>', '<p>Closed today</p>'),
  '/partly': `<!doctype html><html lang="en"><title>Ferries</title><p>Closed</p><div style="opacity: 0">${WHOLE}</div>`,
  '/blinking': `<!doctype html><html lang="en"><title>Ferries</title>
    <style>@keyframes blink { from, 50% { opacity: 0 } 50.1%, to { opacity: 1 } } html { animation: blink 1.7s infinite }</style>${WHOLE}`,
  '/huge': app(
    '<script>throw new Error("late")</script>',
    `<script>document.write('<div></div>'.repeat(30_000))</script><p>Closed today</p>`,
  ),
  '/caught': app('<script>try { null.start() } catch {}</script>', '<p>Closed today</p>'),
  '/backdrop': plain('', texts + layer('position: fixed; background: rgba(0, 0, 0, .3)')),
  '/mixed-backdrop': plain('', texts + layer('position: fixed; background: color(srgb 0 0 0 / 0.3)')),
  '/click-layer': plain('', texts + layer('position: fixed')),
  '/shell': plain('', layer('position: fixed; overflow: auto; background: white', texts)),
  '/hero': plain(
    '',
    `${layer('position: absolute; background: #026', '<h1 style="color: white">Ferries</h1>')}<div style="margin-top: 110vh">${texts}</div>`,
  ),
  '/parallax': plain(
    '',
    `${layer('position: fixed; background: #026', '<b>Ferries</b>')}<div style="position: relative; margin-top: 110vh">${texts}</div>`,
  ),
  '/slides': plain(
    '',
    ['white', '#eee', '#ddd']
      .map((color) => layer(`position: absolute; background: ${color}`, texts.replace(/(?:The.+){20}/, '')))
      .join(''),
  ),
  '/splash': plain(
    '<script>setTimeout(() => document.querySelector("#layer").remove(), 6000)</script>',
    texts + layer('position: fixed; background: white', 'Ferries'),
  ),
  '/job': plain('<title>Jobs</title>', '<h1>Technicien en maintenance (H/F)</h1><p>Lyon</p>'),
  '/api': plain('', '<h1>Handling server errors in the client library</h1><p>See the guide.</p>'),
  '/inline-styled': plain(
    '<style>p { color: black }</style><link rel="stylesheet" media="print" href="/gone.css">',
    texts,
  ),
  '/guide': plain('', `<h1>Scheduled maintenance</h1>${texts}`),
  '/partly-styled': plain(
    '<link rel="stylesheet" href="/gone.css"><link rel="stylesheet" href="/sound.css">',
    texts,
  ),
  '/styled-elsewhere': plain('<link rel="stylesheet" href="http://elsewhere.test/a.css">', texts),
  '/frame': app('<iframe src="/missing" title="Ad"></iframe>', `${WHOLE}<p>Closed today</p>`),
};

let site: Site;
const results = new Map<string, PageResult>();
beforeAll(async () => {
  site = await serve({
    ...Object.fromEntries(Object.entries(broken).map(([path, [html]]) => [path, html])),
    ...sound,
    '/other.js': (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(''),
    '/plain.js': (_request, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(''),
    '/sound.css': (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/css' }).end('p { color: black }'),
    '/home.js': '<!doctype html><title>Home</title>',
    '/failing.js': (_request, response) =>
      response.writeHead(500, { 'Content-Type': 'text/javascript' }).end(),
  });
  const paths = [...Object.keys(broken), ...Object.keys(sound)];
  const scanned = await scan(
    paths.map((path) => site.url(path)),
    { ruleIds: ['document-title', 'page-has-heading-one'] },
  );
  for (const result of scanned.results) results.set(new URL(result.requestedUrl).pathname, result);
});
afterAll(() => site.close());

it.each(Object.entries(broken))('%s has not started, and the reason is named', (path, [, named]) => {
  const { outcome, detail, hasNotStarted, incomplete } = results.get(path) as PageResult;
  expect({ outcome, hasNotStarted, incomplete }).toEqual({
    outcome: 'partially-scanned',
    hasNotStarted: true,
    incomplete: true,
  });
  expect(detail).toMatch(named);
});

it.each(Object.keys(sound))('%s has started', (path) => {
  const { detail, hasNotStarted } = results.get(path) as PageResult;
  expect({ detail, hasNotStarted }).toEqual({ detail: 'The page was scanned.', hasNotStarted: false });
});

it('waits for content that comes late, and judges it', () => {
  expect(results.get('/late')?.rules).toContainEqual({ ruleId: 'page-has-heading-one', result: 'passed' });
});

it('names scripts of the site that failed on pages with content', () => {
  expect(results.get('/long')?.failedScripts).toEqual([`${site.url('/gone.js')} (404 Not Found)`]);
  expect(results.get('/elsewhere')?.failedScripts).toEqual([]);
  expect(results.get('/frame')?.failedScripts).toEqual([]);
});

it('is known to be ready by the element of waitFor', async () => {
  const { results: waited } = await scan([site.url('/missing')], {
    ruleIds: ['document-title'],
    settings: { waitFor: { selector: '#root' } },
  });
  expect(waited[0]).toMatchObject({ outcome: 'scanned', hasNotStarted: false });
});

it('a page that blinks is read at a moment at which it can be seen', () => {
  expect(results.get('/blinking')?.content?.words).toBeGreaterThan(0);
});
