import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Report } from '../../core/reports/report.ts';

const folder = join(import.meta.dirname, '..', '..', 'local', 'demo-site');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** A fault of the demo site, as the list next to the site names it. */
export interface KnownFault {
  page: string;
  ruleId: string;
  kind: 'violation' | 'review';
  target: unknown;
}

/** Edits the site: returns the text of a page to serve, or null if the page is out of order. */
export type Edit = (path: string, html: string) => string | null;

/** Serves the demo site on a free port of 127.0.0.1. @param edit changes its pages, called for each response */
export async function serveDemoSite(
  edit: Edit = (_path, html) => html,
): Promise<{ url: string; pages: string[]; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://demo').pathname;
    const file = normalize(join(folder, path === '/' ? 'index.html' : path));
    try {
      const content = await readFile(file);
      const body = extname(file) === '.html' ? edit(path, content.toString()) : content;
      if (body === null) {
        response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Out of order</h1>');
        return;
      }
      response
        .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { pages } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pages,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the known faults of the demo site, each as one line. */
export async function listKnownFaults(): Promise<string[]> {
  const faults: KnownFault[] = JSON.parse(await readFile(join(folder, 'faults.json'), 'utf8'));
  return faults.map(({ page, ruleId, kind, target }) => line(kind, ruleId, page, target)).sort();
}

/** Returns the findings of a report, each as one line in the notation of `listKnownFaults`. */
export function faultsFound(report: Report): string[] {
  const lines = (rules: Report['violations'], kind: 'violation' | 'review') =>
    rules.flatMap(({ ruleId, nodes }) =>
      nodes.map(({ url, target }) => line(kind, ruleId, new URL(url).pathname, target)),
    );
  return [...lines(report.violations, 'violation'), ...lines(report.needsReview, 'review')].sort();
}

function line(kind: string, ruleId: string, page: string, target: unknown): string {
  return `${kind} ${ruleId} ${page} ${JSON.stringify(target)}`;
}
