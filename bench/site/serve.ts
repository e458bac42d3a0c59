import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePagePath } from './pages.ts';
import { PICTURE, type RenderedPage, renderPage, STYLE } from './render.ts';

/** Delay of each response in milliseconds, as from a server in the same region. */
const ANSWER_AFTER_MS = 10;

const rendered = new Map<string, RenderedPage>();

/** Returns the type and text for a path, or undefined if the path is unknown. */
function respondTo(path: string): [type: string, text: string] | undefined {
  if (path === '/style.css') return ['text/css', STYLE];
  if (path === '/picture.svg') return ['image/svg+xml', PICTURE];
  const [, pagePath = '', part] = /^(.*?)(?:\/(content|frame))?$/.exec(path) ?? [];
  const spec = parsePagePath(pagePath);
  if (spec === undefined) return undefined;
  const page = rendered.get(pagePath) ?? renderPage(spec);
  rendered.set(pagePath, page);
  if (part === 'content') return ['application/json', JSON.stringify(page.content)];
  return ['text/html; charset=utf-8', part === 'frame' ? page.frame : page.html];
}

/** Serves the benchmark's site in its own process. Sends its port to the parent process and ends with it. */
const server = createServer((request, response) => {
  const answer = respondTo(new URL(request.url ?? '/', 'http://site').pathname);
  setTimeout(() => {
    const [type, text] = answer ?? ['text/html; charset=utf-8', '<!doctype html><title>Not found</title>'];
    response.writeHead(answer === undefined ? 404 : 200, {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
    });
    response.end(text);
  }, ANSWER_AFTER_MS);
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
