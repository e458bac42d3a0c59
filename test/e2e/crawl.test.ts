import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { crawl, linkTo, serveAnswers } from '../support/answering-site.ts';
import { sharedService, type TestKey } from '../support/service.ts';

let key: TestKey;
beforeAll(async () => {
  const service = await sharedService();
  key = await service.key(await service.account());
});

// The limits of a crawl are tested in test/integration/workflow, without a browser.
describe('a scan of a whole site', () => {
  it('covers the start page, the sitemap and rendered links, and reports which pages it skipped and why', async () => {
    const site = await serveAnswers({
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
    const { report, pages, outcomes } = await crawl(key, site.url, {
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
});
