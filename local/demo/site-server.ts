import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const siteFolder = fileURLToPath(new URL('../demo-site/', import.meta.url));

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Content of `site.json`: the name of the demo site and the paths of the pages to scan. */
export type DemoSite = { name: string; pages: string[] };

export type DemoSiteServer = {
  /** `http://127.0.0.1:PORT/` */
  url: string;
  port: number;
  /** Whether the preferred port was taken. */
  moved: boolean;
  stop: () => Promise<void>;
};

export async function readDemoSite(): Promise<DemoSite> {
  return JSON.parse(await readFile(join(siteFolder, 'site.json'), 'utf8'));
}

/**
 * Serves the demo site's files on 127.0.0.1.
 *
 * @param preferredPort the port of an earlier start, if any; if it is taken, another one is used
 */
export async function serveDemoSite(
  preferredPort: number | undefined,
  folder = siteFolder,
): Promise<DemoSiteServer> {
  const server = createServer((request, response) => {
    answer(folder, request.method ?? 'GET', request.url ?? '/', response).catch(() => response.destroy());
  });
  let moved = false;
  try {
    await listen(server, preferredPort ?? 0);
  } catch (error) {
    if (preferredPort === undefined || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    moved = true;
    await listen(server, 0);
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    moved,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(folder: string, method: string, url: string, response: ServerResponse): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'text/plain', 'Method not allowed');
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const path = resolveFile(folder, pathname);
  // faults.json lists the site's own accessibility faults; visitors of the site do not get it.
  const content = path && (await readFile(path).catch(() => undefined));
  if (!content) return end(response, 404, 'text/plain; charset=utf-8', 'Not found');
  const type = contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  end(response, 200, type, method === 'HEAD' ? '' : content);
}

/** @returns undefined if the path leads out of the folder or to a file that is not part of the site */
function resolveFile(folder: string, pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const path = normalize(join(folder, decoded.endsWith('/') ? `${decoded}index.html` : decoded));
  const inside = path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return inside && !/\.(json|md)$/.test(path) && !decoded.includes('\0') ? path : undefined;
}

function end(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
