import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { z } from 'zod';

const LIST_PATH = 'WAI/content-assets/wcag-act-rules';

const listSchema = z.object({
  testcases: z.array(
    z.object({
      ruleId: z.string(),
      ruleName: z.string(),
      expected: z.enum(['passed', 'failed', 'inapplicable']),
      testcaseId: z.string(),
      testcaseTitle: z.string(),
      relativePath: z.string(),
    }),
  ),
});

/** One example of an ACT rule, as W3C lists it. */
export type TestCase = z.infer<typeof listSchema>['testcases'][number];

/** Returns the test cases in a copy of https://www.w3.org/WAI/content-assets/wcag-act-rules/. @param root folder with `WAI/` */
export async function readTestCases(root: string): Promise<TestCase[]> {
  const text = await readFile(join(root, LIST_PATH, 'testcases.json'), 'utf8');
  return listSchema.parse(JSON.parse(text)).testcases;
}

/** Returns the path of a test case at the server. */
export function getTestCasePath({ relativePath }: TestCase): string {
  return `/${LIST_PATH}/${relativePath}`;
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
};

/**
 * Serves a folder at the root of a free port of this machine. Returns the origin.
 * @param change changes each page
 */
export async function serveFolder(
  root: string,
  change?: (html: string) => string,
): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    try {
      const content = await readFile(join(root, path));
      const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': mediaType });
      const isPage = change !== undefined && mediaType.startsWith('text/html');
      response.end(isPage ? change(content.toString()) : content);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/html' });
      response.end('Not found');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
