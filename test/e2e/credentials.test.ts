import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

/** Each value is unique, so that a match shows which credential it is. */
const HEADER_SECRET = 'hs3cretHeaderValue41';
const COOKIE_SECRET = 'cs3cretCookieValue42';
const PASSWORD = 'ps3cretPassword43';
const PAIR = `preview-user:${PASSWORD}`;
const credentials = {
  headers: { 'X-Preview-Token': HEADER_SECRET },
  cookies: [{ name: 'sid', value: COOKIE_SECRET }],
  basic: { username: 'preview-user', password: PASSWORD },
};

interface GatedSite {
  url: string;
  /** Paths of requests without and with valid credentials. */
  refused: string[];
  admitted: string[];
  close(): Promise<void>;
}

let service: TestService;
let key: TestKey;
let site: GatedSite;
let siteId: string;
/** The text and headers of every response of the API. */
const answers: string[] = [];

async function call(
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await key.client.call(method, path, options);
  answers.push(answer.text, JSON.stringify([...answer.headers]));
  return answer;
}

async function scanSite(): Promise<ScanView> {
  const triggered = await call('POST', `/sites/${siteId}/scans`, {
    body: { config: { rules: ['wcag-aa'], checks: 'axe' } },
  });
  expect(triggered.status).toBe(202);
  return key.client.settled(triggered.json.id);
}

const readReport = async (scan: ScanView) => (await call('GET', `/scans/${scan.id}/report`)).json as Report;

beforeAll(async () => {
  site = await serveGated();
  service = await sharedService();
  key = await service.key(await service.account());
  const made = await call('POST', '/sites', { body: { name: 'Gated', url: site.url, credentials } });
  expect(made.json.credentials).toMatchObject({ headers: 1, cookies: 1, basic: true });
  siteId = made.json.id;
});
afterAll(() => site?.close());

describe('a site that needs credentials', () => {
  it('is scanned with its credentials, including pages that only signed-in visitors find', async () => {
    const scan = await scanSite();
    expect(scan.status).toBe('completed');
    const report = await readReport(scan);
    const pages = Object.fromEntries(
      report.pages.map(({ requestedUrl, outcome }) => [new URL(requestedUrl).pathname, outcome]),
    );
    expect(pages).toMatchObject({ '/': 'scanned', '/inside': 'scanned' });
    expect(site.refused.filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml')).toEqual([]);
    expect(site.admitted).toEqual(expect.arrayContaining(['/', '/inside']));
    // The pages show the credentials in elements that findings quote, so the report had something to redact.
    expect(JSON.stringify(report)).toContain('[redacted]');
    answers.push((await call('GET', `/scans/${scan.id}/report`, { headers: { Accept: 'text/html' } })).text);
    await call('GET', '/sites');
    await call('GET', `/sites/${siteId}`);
    await call('GET', `/scans/${scan.id}`);
  });

  it('is not scanned after its credentials are removed', async () => {
    expect(
      (await call('PATCH', `/sites/${siteId}`, { body: { credentials: null } })).json.credentials,
    ).toBeNull();
    const admitted = site.admitted.length;
    const scan = await scanSite();
    expect([scan.status, scan.report]).toEqual(['failed', 'none']);
    expect(site.refused).toContain('/');
    expect(site.admitted).toHaveLength(admitted);
  });

  it('leaves its credentials in no response, report, log, table item, object or message', async () => {
    const made = await call('POST', '/sites', { body: { name: 'Kept', url: site.url, credentials } });
    expect(made.status).toBe(201);
    const { path } = service.runtime.data;
    // Reads the raw files: tables, messages and objects including deleted ones, and all logs.
    const files = await listFiles(path);
    expect(files.some((file) => file.includes('dynamodb'))).toBe(true);
    expect(files.some((file) => file.includes('fauxqs'))).toBe(true);
    expect(files.filter((file) => file.includes('logs')).length).toBeGreaterThan(5);
    const secrets = [HEADER_SECRET, COOKIE_SECRET, PASSWORD, Buffer.from(PAIR).toString('base64')];
    const where: string[] = [];
    let kept = false;
    for (const file of files) {
      const bytes = await readIfExists(file);
      kept ||= bytes.includes('"sealed"') || bytes.includes(made.json.id);
      for (const secret of secrets) if (bytes.includes(secret)) where.push(`${secret} in ${file}`);
    }
    expect(kept).toBe(true);
    expect(where).toEqual([]);
    for (const secret of secrets) expect(answers.filter((text) => text.includes(secret))).toEqual([]);
  });
});

/** Reads a file; returns an empty buffer if it was deleted meanwhile, as files of an ended browser are. */
async function readIfExists(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Returns the files of a folder, without those of browsers, which appear and vanish meanwhile, and of the stacks. */
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) files.push(path);
    else if (entry.isDirectory() && !['chromium', 'cdk.out'].includes(entry.name))
      files.push(...(await listFiles(path)));
  }
  return files;
}

/**
 * Serves a site that answers 401 to requests without all of the credentials, and otherwise shows the credentials that
 * it got.
 */
async function serveGated(): Promise<GatedSite> {
  const refused: string[] = [];
  const admitted: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const open = hasCredentials(request);
    (open ? admitted : refused).push(path);
    response.writeHead(open ? 200 : 401, {
      'Content-Type': 'text/html',
      'WWW-Authenticate': 'Basic realm="x"',
    });
    response.end(open ? insidePage(request) : '<!doctype html><title>No</title><h1>No</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    refused,
    admitted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hasCredentials({ headers }: IncomingMessage): boolean {
  return (
    headers['x-preview-token'] === HEADER_SECRET &&
    headers.cookie === `sid=${COOKIE_SECRET}` &&
    headers.authorization === `Basic ${Buffer.from(PAIR).toString('base64')}`
  );
}

function insidePage({ headers }: IncomingMessage): string {
  const sent = [headers['x-preview-token'], headers.cookie, headers.authorization, PASSWORD].map(String);
  const images = sent.map(
    (text) => `<img src="/pixel.png?e=${encodeURIComponent(text)}" id="id-${text}" data-sent="${text}">`,
  );
  return `<!doctype html><html lang="en"><head><title>${sent.join(' ')}</title></head><body><main><h1>Inside</h1>
    ${images.join('')}<input value="${PASSWORD}"><a href="/inside">Inside</a>
    <a href="/echo?e=${HEADER_SECRET}">Echo</a></main></body></html>`;
}
