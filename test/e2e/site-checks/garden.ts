import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checks } from '../../../core/checks/checks.ts';
import type { Report } from '../../../core/reports/report.ts';
import { sharedService } from '../../support/service.ts';

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
/** `rule path` of each fault of the site. */
export const planted = [
  'a11y-duplicate-title /roses',
  'a11y-duplicate-title /trees',
  'a11y-help-position /imprint',
  'a11y-navigation-order /soil',
  'a11y-other-name /tools',
];

/** A site that is scanned by the shared service. */
export interface Garden {
  url: string;
  /** Removes the faults, or plants them again. */
  setFaulty(isFaulty: boolean): void;
  /** Sets the path that the server cannot answer now. */
  setBroken(path: string | null): void;
  scan(): Promise<Report>;
  stop(): void;
}

/** Serves the site with its faults. */
export async function serveGarden(): Promise<Garden> {
  let pages = faulty;
  let broken: string | null = null;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const parts = pages[pathname];
    response.writeHead(pathname === broken ? 500 : parts === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
    });
    response.end(parts === undefined ? '<!doctype html><title>Not found</title>' : toHtml(parts));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const service = await sharedService();
  const { client } = await service.key(await service.account());
  const siteId = (await client.call('POST', '/sites', { body: { name: 'Garden', url } })).json.id;
  return {
    url,
    setFaulty(isFaulty) {
      pages = isFaulty ? faulty : correct;
    },
    setBroken(path) {
      broken = path;
    },
    async scan() {
      const { id } = await client.scan(siteId, { rules: ['wcag-aa'], failOn: { new: 'minor' } });
      return (await client.call<Report>('GET', `/scans/${id}/report`)).json;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns `rule path` of every finding of the checks over a site. */
export function listFindings({ violations, needsReview }: Report): string[] {
  return listNodes({ violations, needsReview })
    .map(({ ruleId, node }) => `${ruleId} ${new URL(node.url).pathname}`)
    .sort();
}

/** Returns the elements of these findings. */
export function listNodes({ violations, needsReview }: Pick<Report, 'violations' | 'needsReview'>) {
  return [...violations, ...needsReview]
    .filter(({ ruleId }) => siteRules.includes(ruleId))
    .flatMap(({ ruleId, nodes }) => nodes.map((node) => ({ ruleId, node })));
}

/** Returns the states of these findings. */
export function listStates(report: Report): string[] {
  return [...new Set(listNodes(report).map(({ node }) => node.state))];
}

/** Returns the rules of the fixed findings, each once for each finding. */
export const listFixed = ({ comparison }: Report) =>
  comparison.fixed.findings.filter(({ ruleId }) => siteRules.includes(ruleId)).map(({ ruleId }) => ruleId);
