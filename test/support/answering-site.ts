import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import type { TestKey } from './service.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A site whose answers a test chooses. */
export interface AnsweringSite {
  /** Without a path. */
  url: string;
  /** Requested paths, in the order of the requests. */
  requested: string[];
  stop(): void;
}

/**
 * Serves answers by path; a text is the body of a page.
 * @param fallback answers all other paths; 404 by default
 */
export async function serveAnswers(
  answers: Record<string, Answer | string>,
  fallback?: Answer,
): Promise<AnsweringSite> {
  const requested: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    const answer = answers[path] ?? fallback;
    if (typeof answer === 'string') sendPage(response, answer);
    else if (answer) await answer(request, response);
    else sendPage(response, 'Not found', 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, requested, stop };
}

/** Sends a page with this body. */
export function sendPage(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
  );
}

/** Returns links to these paths. */
export const linkTo = (...paths: string[]) =>
  paths.map((path) => `<a href="${path}">to ${path}</a>`).join(' ');

/** Creates a site with these settings, scans it, and returns its report with the paths and outcomes of its pages. */
export async function crawl({ client }: TestKey, url: string, settings: object = {}, config: object = {}) {
  const made = await client.call('POST', '/sites', { body: { name: 'Crawled', url, ...settings } });
  expect(made.status, made.text).toBe(201);
  const scanned = await client.scan(made.json.id, { rules: ['wcag-a'], checks: 'axe', ...config });
  const { json: report } = await client.call<Report>('GET', `/scans/${scanned.id}/report`);
  const path = (page: { requestedUrl: string }) => page.requestedUrl.slice(url.replace(/\/$/, '').length);
  return {
    status: scanned.status,
    report,
    pages: report.pages.map(path),
    outcomes: Object.fromEntries(report.pages.map((page) => [path(page), page.outcome])),
  };
}
