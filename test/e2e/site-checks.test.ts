import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import { checks } from '../../core/checks/checks.ts';
import type { Report } from '../../core/reports/report.ts';
import { fakeHost } from '../support/cli-host.ts';
import { sharedService, type TestKey } from '../support/service.ts';

const siteRules = checks.filter(({ needs }) => needs === 'site').map(({ id }) => id);

interface PageParts {
  title: string;
  heading: string;
  nav?: string;
  cart?: string;
  header?: string;
  footer?: string;
}
const HELP = '<p><a href="/help">Help</a></p>';
const USUAL_NAV =
  '<a href="/">Start</a> <a href="/roses">Roses</a> <a href="/trees">Trees</a> <a href="/soil">Soil</a>';
const OTHER_NAV =
  '<a href="/">Start</a> <a href="/soil">Soil</a> <a href="/roses">Roses</a> <a href="/trees">Trees</a>';

function toHtml({
  title,
  heading,
  nav = USUAL_NAV,
  cart = 'Cart',
  header = '',
  footer = HELP,
}: PageParts): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
    <header><p><a href="/tools">${cart}</a></p>${header}</header><nav aria-label="Main">${nav}</nav>
    <main><h1>${heading}</h1><p>All about ${heading} and ${title} in the garden of our society.</p></main>
    <footer><p><a href="/imprint">Imprint</a></p>${footer}</footer></body></html>`;
}

const correct: Record<string, PageParts> = {
  '/': { title: 'Garden', heading: 'Garden' },
  '/roses': { title: 'Roses', heading: 'Roses' },
  '/trees': { title: 'Trees', heading: 'Trees' },
  '/soil': { title: 'Soil', heading: 'Soil' },
  '/tools': { title: 'Tools', heading: 'Tools' },
  '/help': { title: 'Help', heading: 'Help' },
  '/imprint': { title: 'Imprint', heading: 'Imprint' },
};
const faulty: Record<string, PageParts> = {
  ...correct,
  '/roses': { title: 'Plants', heading: 'Roses' },
  '/trees': { title: 'Plants', heading: 'Trees' },
  '/soil': { title: 'Soil', heading: 'Soil', nav: OTHER_NAV },
  '/tools': { title: 'Tools', heading: 'Tools', cart: 'Basket' },
  '/imprint': { title: 'Imprint', heading: 'Imprint', header: HELP, footer: '' },
};
const planted = [
  'a11y-duplicate-title /roses',
  'a11y-duplicate-title /trees',
  'a11y-help-position /imprint',
  'a11y-navigation-order /soil',
  'a11y-other-name /tools',
];

let pages = faulty;
/** A path that the server cannot answer now. */
let broken: string | null = null;
let server: Server;
let key: TestKey;
let siteId: string;
let url: string;
let first: Report;
let second: Report;
let withMissing: Report;
let afterMissing: Report;
let fixed: Report;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const parts = pages[pathname];
    response.writeHead(pathname === broken ? 500 : parts === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
    });
    response.end(parts === undefined ? '<!doctype html><title>Not found</title>' : toHtml(parts));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const service = await sharedService();
  key = await service.key(await service.account());
  siteId = (await key.client.call('POST', '/sites', { body: { name: 'Garden', url } })).json.id;
  first = await scan();
  second = await scan();
  broken = '/trees';
  withMissing = await scan();
  broken = null;
  afterMissing = await scan();
  pages = correct;
  fixed = await scan();
}, 120_000);
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function scan(): Promise<Report> {
  const { id } = await key.client.scan(siteId, { rules: ['wcag-aa'], failOn: { new: 'minor' } });
  return (await key.client.call<Report>('GET', `/scans/${id}/report`)).json;
}

/** Returns `rule path` of every finding of the checks over a site. */
function listFindings({ violations, needsReview }: Report): string[] {
  return listNodes({ violations, needsReview })
    .map(({ ruleId, node }) => `${ruleId} ${new URL(node.url).pathname}`)
    .sort();
}

function listNodes({ violations, needsReview }: Pick<Report, 'violations' | 'needsReview'>) {
  return [...violations, ...needsReview]
    .filter(({ ruleId }) => siteRules.includes(ruleId))
    .flatMap(({ ruleId, nodes }) => nodes.map((node) => ({ ruleId, node })));
}

function listStates(report: Report): string[] {
  return [...new Set(listNodes(report).map(({ node }) => node.state))];
}

const listFixed = ({ comparison }: Report) =>
  comparison.fixed.findings.filter(({ ruleId }) => siteRules.includes(ruleId)).map(({ ruleId }) => ruleId);

describe('checks over all pages of a scan', () => {
  it('report the planted faults and nothing else, with the other pages as evidence', () => {
    expect(listFindings(first)).toEqual(planted);
    const titles = listNodes(first).filter(({ ruleId }) => ruleId === 'a11y-duplicate-title');
    expect(titles.map(({ node }) => node.fix.any)).toEqual([
      ['The title is the same on 1 other page.'],
      ['The title is the same on 1 other page.'],
    ]);
  });

  it('find the same findings again', () => {
    expect(listFindings(second)).toEqual(planted);
    expect(listNodes(second).map(({ node }) => node.fingerprint)).toEqual(
      listNodes(first).map(({ node }) => node.fingerprint),
    );
    expect(listStates(second)).toEqual(['unchanged']);
    expect(listFixed(second)).toEqual([]);
  });

  it('fix nothing, and leave the gate to the coverage, while a page cannot be scanned', () => {
    expect(listFindings(withMissing)).toEqual(
      planted.filter((line) => !line.startsWith('a11y-duplicate-title')),
    );
    expect(listFixed(withMissing)).toEqual([]);
    const roses = withMissing.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/roses'));
    expect(roses?.rules.find(({ ruleId }) => ruleId === 'a11y-duplicate-title')).toMatchObject({
      result: 'not-run',
    });
    expect(withMissing.gate.reasons.map(({ code }) => code)).not.toContain('rule-not-run');
  });

  it('find nothing new when the page can be scanned again', () => {
    expect(listFindings(afterMissing)).toEqual(planted);
    expect(listStates(afterMissing)).toEqual(['unchanged']);
  });

  it('report that the faults are fixed', () => {
    expect(listFindings(fixed)).toEqual([]);
    expect(listFixed(fixed).sort()).toEqual(planted.map((line) => line.split(' ')[0]));
  });

  it('report the same in a local scan', async () => {
    pages = faulty;
    const folder = await mkdtemp(join(tmpdir(), 'site-checks-'));
    try {
      const { host } = fakeHost({ env: {}, cwd: folder });
      await run(['local', url, '--rules', 'wcag-aa', '--quiet', '--output', 'json=local.json'], host);
      const local: Report = JSON.parse(await readFile(join(folder, 'local.json'), 'utf8'));
      expect(listNodes(local).map(({ node }) => node.fingerprint)).toEqual(
        listNodes(first).map(({ node }) => node.fingerprint),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
