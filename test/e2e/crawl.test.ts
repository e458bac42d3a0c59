import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

let service: TestService;
let key: TestKey;
beforeAll(async () => {
  service = await sharedService();
  key = await service.key(await service.account());
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A server that builds responses by path and records the requested paths. */
async function serve(answers: Record<string, Answer | string>, fallback?: Answer) {
  const requested: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const answer = answers[path] ?? fallback;
    if (typeof answer === 'string') html(response, answer);
    else if (answer) await answer(request, response);
    else html(response, 'Not found', 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, requested, stop };
}

function html(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
  );
}

const linkTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">to ${path}</a>`).join(' ');

async function makeSite(url: string, settings: object = {}): Promise<string> {
  const made = await key.client.call('POST', '/sites', { body: { name: 'Crawled', url, ...settings } });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

async function scan(url: string, settings: object = {}, config: object = {}) {
  const siteId = await makeSite(url, settings);
  const scanned = await key.client.scan(siteId, { rules: ['wcag-a'], checks: 'axe', ...config });
  const { json: report } = await key.client.call<Report>('GET', `/scans/${scanned.id}/report`);
  const path = (page: { requestedUrl: string }) => page.requestedUrl.slice(url.replace(/\/$/, '').length);
  return {
    status: scanned.status,
    report,
    pages: report.pages.map(path),
    outcomes: Object.fromEntries(report.pages.map((page) => [path(page), page.outcome])),
  };
}

// The limits of a crawl are tested in test/integration/workflow, without a browser.
describe('a scan of a whole site', () => {
  // Lambda stops a chain of about 16 invocations that cause each other (decision 41), and so does the embedded runtime.
  it('covers pages that are linked in a chain of 20', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/${index || ''}`);
    const links = paths.map((path, index) => [path, linkTo(`/${index + 1}`)]);
    const site = await serve({ ...Object.fromEntries(links), '/19': 'the end' });
    const { status, outcomes } = await scan(site.url, {}, { maxDepth: 20 });
    site.stop();
    expect(status).toBe('completed');
    expect(outcomes).toEqual(Object.fromEntries(paths.map((path) => [path, 'scanned'])));
  });

  it('covers the start page, the sitemap and rendered links, and reports which pages it skipped and why', async () => {
    const site = await serve({
      '/': `${linkTo('/linked', '/private/x', '/blocked', '/linked?utm_source=home', 'https://elsewhere.example/', '/doc.pdf')}
        <div id="host"></div><script>
          document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<a href="/in-shadow">shadow</a>';
          setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<a href="/rendered-late">late</a>'), 800);
        </script>`,
      '/robots.txt': (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' });
        response.end('User-agent: *\nDisallow: /blocked\nSitemap: /maps/index.xml.gz\n');
      },
      '/maps/index.xml.gz': (request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/gzip' });
        const map = `http://${request.headers.host}/maps/one.xml`;
        response.end(gzipSync(`<sitemapindex><sitemap><loc>${map}</loc></sitemap></sitemapindex>`));
      },
      '/maps/one.xml': (request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/xml' });
        const urls = ['/mapped', '/'].map(
          (path) => `<url><loc>http://${request.headers.host}${path}</loc></url>`,
        );
        response.end(
          `<?xml version="1.0"?><urlset>${urls.join('')}<url><loc>https://elsewhere.example/m</loc></url></urlset>`,
        );
      },
      '/listed': linkTo('/linked/'),
      '/linked': linkTo('/deeper'),
      '/mapped': 'Mapped.',
      '/in-shadow': 'Shadow.',
      '/rendered-late': 'Late.',
      '/deeper': 'Deeper.',
    });
    const { report, pages, outcomes } = await scan(site.url, {
      pages: ['/listed'],
      excludeUrls: ['/private/**'],
    });
    site.stop();
    expect(pages).toEqual(['/', '/listed', '/mapped', '/in-shadow', '/linked', '/rendered-late', '/deeper']);
    expect(outcomes).toMatchObject({ '/deeper': 'scanned', '/linked': 'scanned' });
    expect(report.pages.map(({ depth }) => depth)).toEqual([0, 0, 0, 1, 1, 1, 2]);
    expect(report.crawl.notAttempted.pages).toEqual([
      { url: `${site.url}/private/x`, reason: 'pattern' },
      { url: `${site.url}/doc.pdf`, reason: 'file' },
      { url: `${site.url}/blocked`, reason: 'robots' },
    ]);
    expect(site.requested.filter((path) => path === '/linked')).toHaveLength(1);
    expect(site.requested.some((path) => /private|blocked/.test(path))).toBe(false);
  });

  it('covers the same pages, independent of which of them respond late', async () => {
    const all = Array.from({ length: 22 }, (_, n) => `/${String.fromCharCode(97 + n)}${n}`);
    let isReversed = false;
    const site = await serve({}, (request, response) => {
      const index = Math.max(0, all.indexOf(request.url ?? ''));
      const delayMs = 15 * (isReversed ? all.length - index : index);
      setTimeout(() => html(response, linkTo(...all.slice(index * 2, index * 2 + 8))), delayMs);
    });
    const scanned = async () => (await scan(site.url, {}, { maxPages: 11, crawl: 'links' })).pages;
    const pages = await scanned();
    isReversed = true;
    const reversed = await scanned();
    site.stop();
    expect(pages).toHaveLength(11);
    expect(reversed).toEqual(pages);
  });

  it('crawls hash routes when hashRoutes is set', async () => {
    const app = `<div id="view"></div><nav>${linkTo('#/one', '#/two', '#top')}</nav><script>
      const show = () => { document.querySelector('#view').innerHTML = location.hash === '#/two' ? '<img src="/x.png">' : 'Fine.'; };
      addEventListener('hashchange', show); show();</script>`;
    const site = await serve({ '/': app });
    const { pages, report } = await scan(site.url, { hashRoutes: true });
    site.stop();
    expect(pages).toEqual(['/', '/#/one', '/#/two']);
    const faulty = report.violations.find(({ ruleId }) => ruleId === 'image-alt');
    expect(faulty?.nodes.map(({ url }) => url)).toEqual([`${site.url}/#/two`]);
  });
});

describe('a server that asks for a pause', () => {
  it('gets no requests during the pause, then the scan continues, and counts redirects to one URL once', async () => {
    const times: number[] = [];
    const moved: Answer = (_request, response) => {
      response.writeHead(302, { Location: '/new' });
      response.end();
    };
    const site = await serve({
      '/': linkTo('/new', '/old', '/older', '/busy', '/calm'),
      '/old': moved,
      '/older': moved,
      '/new': 'New.',
      '/calm': 'Calm.',
      '/busy': (_request, response) => {
        times.push(Date.now());
        if (times.length > 1) return html(response, 'Busy no more.');
        response.writeHead(429, { 'Retry-After': '1' });
        response.end();
      },
    });
    const { outcomes, report } = await scan(site.url);
    site.stop();
    expect(outcomes).toEqual({
      '/': 'scanned',
      '/new': 'scanned',
      '/old': 'duplicate-redirect',
      '/older': 'duplicate-redirect',
      '/busy': 'scanned',
      '/calm': 'scanned',
    });
    const [refused = 0, again = 0] = times;
    expect(again - refused).toBeGreaterThanOrEqual(1_000);
    expect(report.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/busy'))?.attempts).toBe(1);
  });

  it('is given up when it asks for a pause above the limit', async () => {
    const site = await serve({
      '/': linkTo('/busy'),
      '/busy': (_request, response) => {
        response.writeHead(429, { 'Retry-After': '3600' });
        response.end();
      },
    });
    const { outcomes, report } = await scan(site.url);
    site.stop();
    expect(outcomes).toEqual({ '/': 'scanned', '/busy': 'rate-limited' });
    expect(report.pages[1]?.detail).toMatch(/429/);
  });
});
