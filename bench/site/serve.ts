import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageAt } from './pages.ts';
import { PICTURE, type RenderedPage, renderPage, STYLE } from './render.ts';

/** Milliseconds before each answer, as of a server in the same region. */
export const ANSWER_AFTER_MS = 10;

const rendered = new Map<string, RenderedPage>();

/** What is served at a path: its type and text; undefined when there is nothing. */
function answerTo(path: string): [type: string, text: string] | undefined {
  if (path === '/style.css') return ['text/css', STYLE];
  if (path === '/picture.svg') return ['image/svg+xml', PICTURE];
  const [, pagePath = '', part] = /^(.*?)(?:\/(content|frame))?$/.exec(path) ?? [];
  const spec = pageAt(pagePath);
  if (spec === undefined) return undefined;
  const page = rendered.get(pagePath) ?? renderPage(spec);
  rendered.set(pagePath, page);
  if (part === 'content') return ['application/json', JSON.stringify(page.content)];
  return ['text/html; charset=utf-8', part === 'frame' ? page.frame : page.html];
}

/** The benchmark's site, a process of its own: tells its port to the parent process and ends with it. */
const server = createServer((request, response) => {
  const answer = answerTo(new URL(request.url ?? '/', 'http://site').pathname);
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
