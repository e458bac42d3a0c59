import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages by path; each is a whole HTML document. */
export type Pages = Record<string, string>;

/** A page with one violation: a picture without an alternative text. */
export const onePicture = `<!doctype html><html lang="en"><head><title>One picture</title></head>
<body><main><h1>One picture</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20"></main></body></html>`;

/** Serves pages on a free port of 127.0.0.1 and remembers what was asked for. `delayMs` holds each answer back. */
export async function servePages(
  pages: Pages,
  { delayMs = 0 } = {},
): Promise<{ url: string; requested: string[]; stop(): Promise<void> }> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requested.push(path);
    const page = pages[path];
    setTimeout(() => {
      response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(page ?? '<!doctype html><title>Not found</title><h1>Not found</h1>');
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requested,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
