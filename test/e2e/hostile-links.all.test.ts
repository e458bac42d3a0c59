import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedService, type TestService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';

/** Links of a page, and characters of an address: nearly as many as an address may have. */
const LINKS_PER_PAGE = 50;
const ADDRESS_LENGTH = 1_900;
const HOSTILE_PAGES = 10;

let service: TestService;
let hostile: SmallSite;
let ordinary: SmallSite;
beforeAll(async () => {
  const linkOf = (page: number, at: number) =>
    `<a href="/${page}/${at}/${'/a'.repeat(ADDRESS_LENGTH / 4)}${'/'.repeat(ADDRESS_LENGTH / 2)}">x</a>`;
  const pageOf = (page: number) =>
    ONE_PICTURE.replace(
      '</main>',
      `${Array.from({ length: LINKS_PER_PAGE }, (_, at) => linkOf(page, at)).join('')}</main>`,
    );
  const paths = ['/', ...Array.from({ length: HOSTILE_PAGES }, (_, page) => `/${page + 1}`)];
  hostile = await servePages(Object.fromEntries(paths.map((path, page) => [path, pageOf(page)])));
  ordinary = await servePages({ '/': ONE_PICTURE });
  service = await sharedService();
});
afterAll(async () => {
  await hostile?.stop();
  await ordinary?.stop();
});

it('a site whose links are as hostile as possible does not keep the scans of other accounts waiting', async () => {
  const attacker = await service.key(await service.account());
  const globs = Array.from({ length: 20 }, (_, at) => `/**/a/**/${at}/**/a/**/`);
  const made = await attacker.client.call('POST', '/sites', {
    body: {
      name: 'Hostile',
      url: hostile.url,
      pages: Array.from({ length: HOSTILE_PAGES }, (_, page) => `/${page + 1}`),
    },
  });
  expect(made.status, made.text).toBe(201);
  const triggered = await attacker.client.call('POST', `/sites/${made.json.id}/scans`, {
    body: {
      config: {
        rules: ['wcag-a'],
        checks: 'axe',
        screenshots: 'none',
        priority: 'high',
        crawl: 'links',
        includeUrls: ['/**', ...globs.slice(1)],
        excludeUrls: globs,
      },
    },
  });
  expect(triggered.status, triggered.text).toBe(202);
  const isBusy = async () => {
    const { json } = await attacker.client.call('GET', `/scans/${triggered.json.id}`);
    return json.progress.pagesDone > HOSTILE_PAGES / 2;
  };
  await expect.poll(isBusy, { timeout: 200_000, interval: 200 }).toBe(true);

  const other = await service.key(await service.account());
  const site = await other.client.call('POST', '/sites', { body: { name: 'Ordinary', url: ordinary.url } });
  // The client gives up after a bound. With expressions of quadratic time, this took minutes.
  const scan = await other.client.scan(site.json.id, { rules: ['wcag-aa'], checks: 'axe' });
  expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
  expect(await attacker.client.settled(triggered.json.id)).toMatchObject({ report: expect.any(String) });
});
