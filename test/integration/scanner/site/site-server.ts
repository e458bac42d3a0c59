import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { SiteDiscovery } from '../../../../core/crawl/site-discovery.ts';
import { type ReadSiteOptions, readSite } from '../../../../scanner/site/read-site.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A file of a site: its text or bytes, or a handler that responds. */
export type File = string | Buffer | Handler;

/** A site whose names, `site.test` and `www.site.test`, resolve to a free loopback port. */
export interface TestSite {
  port: number;
  url(path: string, host?: string): string;
  /** `host path` of every request so far. */
  requests: string[];
  /** Headers of the latest request. */
  headers: IncomingMessage['headers'];
  /** Runs the site discovery as a scan of its first page would. */
  read(options?: Partial<ReadSiteOptions>): Promise<SiteDiscovery>;
  close(): Promise<void>;
}

export async function serveSite(files: Record<string, File>): Promise<TestSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host?.split(':')[0]} ${request.url}`);
    site.headers = request.headers;
    const file = files[request.url ?? ''];
    if (typeof file === 'function') return file(request, response);
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': 'application/octet-stream' });
    response.end(file ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (path: string, host = 'site.test') => `http://${host}:${port}${path}`;
  const site: TestSite = {
    port,
    url,
    requests,
    headers: {},
    read: (options = {}) =>
      readSite(url('/'), {
        egress: { loopbackPorts: [port], blockedPorts: [], ports: [80, 443] },
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        userAgent: 'test-agent/1',
        sitemap: true,
        ...options,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

/** A port that listens and records whether it got a connection. */
export async function startSilentListener(): Promise<{ port: number; visits(): number; close(): void }> {
  let visits = 0;
  const server = createTcpServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, visits: () => visits, close: () => server.close() };
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns an XML sitemap of pages. */
export function urlset(...locations: string[]): string {
  const urls = locations.map((location) => `<url><loc>${location}</loc><lastmod>2026-01-01</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`;
}

/** Returns an index of sitemaps. */
export function index(...locations: string[]): string {
  const sitemaps = locations.map((location) => `<sitemap><loc>${location}</loc></sitemap>`);
  return `<?xml version="1.0"?><sitemapindex ${NAMESPACE}>${sitemaps.join('')}</sitemapindex>`;
}
