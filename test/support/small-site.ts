import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages by path; each is a whole HTML document. */
export type Pages = Record<string, string>;

/** A page with one violation: a picture without an alternative text. */
export const ONE_PICTURE = `<!doctype html><html lang="en"><head><title>One picture</title></head>
<body><main><h1>One picture</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20"></main></body></html>`;

/** A running server of these pages. */
export interface SmallSite {
  url: string;
  /** Requested paths, in the order of the requests. */
  requested: string[];
  /** Releases all held requests, and holds no later ones. */
  release(): void;
  stop(): Promise<void>;
}

/**
 * Serves pages on a free port of 127.0.0.1 and records what was requested.
 * @param isHeld returns true if a path is answered only after `release`
 */
export async function servePages(
  pages: Pages,
  { isHeld = () => false }: { isHeld?: (path: string) => boolean } = {},
): Promise<SmallSite> {
  const requested: string[] = [];
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requested.push(path);
    if (isHeld(path)) await released.promise;
    const page = pages[path];
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page ?? '<!doctype html><title>Not found</title><h1>Not found</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requested,
    release: released.resolve,
    stop: () =>
      new Promise((resolve) => {
        released.resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
