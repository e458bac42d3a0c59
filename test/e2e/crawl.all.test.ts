import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, crawl, linkTo, sendPage, serveAnswers } from '../support/answering-site.ts';
import { sharedService, type TestKey } from '../support/service.ts';

let key: TestKey;
beforeAll(async () => {
  const service = await sharedService();
  key = await service.key(await service.account());
});

describe('a scan of a whole site', () => {
  // Lambda stops a chain of about 16 invocations that cause each other (decision 41), and so does the embedded runtime.
  it('covers pages that are linked in a chain of 20', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/${index || ''}`);
    const links = paths.map((path, index) => [path, linkTo(`/${index + 1}`)]);
    const site = await serveAnswers({ ...Object.fromEntries(links), '/19': 'the end' });
    const { status, outcomes } = await crawl(key, site.url, {}, { maxDepth: 20 });
    site.stop();
    expect(status).toBe('completed');
    expect(outcomes).toEqual(Object.fromEntries(paths.map((path) => [path, 'scanned'])));
  });

  it('covers the same pages, independent of which of them respond late', async () => {
    const all = Array.from({ length: 22 }, (_, n) => `/${String.fromCharCode(97 + n)}${n}`);
    let isReversed = false;
    const site = await serveAnswers({}, (request, response) => {
      const index = Math.max(0, all.indexOf(request.url ?? ''));
      const delayMs = 15 * (isReversed ? all.length - index : index);
      setTimeout(() => sendPage(response, linkTo(...all.slice(index * 2, index * 2 + 8))), delayMs);
    });
    const scanned = async () => (await crawl(key, site.url, {}, { maxPages: 11, crawl: 'links' })).pages;
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
    const site = await serveAnswers({ '/': app });
    const { pages, report } = await crawl(key, site.url, { hashRoutes: true });
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
    const site = await serveAnswers({
      '/': linkTo('/new', '/old', '/older', '/busy', '/calm'),
      '/old': moved,
      '/older': moved,
      '/new': 'New.',
      '/calm': 'Calm.',
      '/busy': (_request, response) => {
        times.push(Date.now());
        if (times.length > 1) return sendPage(response, 'Busy no more.');
        response.writeHead(429, { 'Retry-After': '1' });
        response.end();
      },
    });
    const { outcomes, report } = await crawl(key, site.url);
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
    const site = await serveAnswers({
      '/': linkTo('/busy'),
      '/busy': (_request, response) => {
        response.writeHead(429, { 'Retry-After': '3600' });
        response.end();
      },
    });
    const { outcomes, report } = await crawl(key, site.url);
    site.stop();
    expect(outcomes).toEqual({ '/': 'scanned', '/busy': 'rate-limited' });
    expect(report.pages[1]?.detail).toMatch(/429/);
  });
});
