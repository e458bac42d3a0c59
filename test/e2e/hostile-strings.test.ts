import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSite } from '../../adapters/dynamodb/sites.ts';
import { createId } from '../../core/ids.ts';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import type { Site } from '../../core/sites/site.ts';
import { siteCrawlDefault } from '../../core/sites/site-crawl.ts';
import { SCRIPT } from '../../formats/html/script.ts';
import { showDemoScan } from '../../local/demo/show.ts';
import { renderSummaryLines } from '../../local/demo/summary.ts';
import { admin } from '../integration/admin/support/admin-cli.ts';
import { ACTIVE_CHARACTER, hostilePaths, hostileTexts, serveHostileSite } from '../support/hostile-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { watchedBrowser } from '../support/watched-browser.ts';

const nothing = { requests: [], dialogs: [], console: [], windows: 0 };

let service: TestService;
let hostile: Awaited<ReturnType<typeof serveHostileSite>>;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
let texts: Record<string, string>;
let key: TestKey;
/** Returns a name that no call would accept. */
let siteName: string;
let siteId: string;

beforeAll(async () => {
  [service, hostile, browser] = await Promise.all([sharedService(), serveHostileSite(), watchedBrowser()]);
  texts = hostileTexts(hostile.lure);
  const { surrogates: _, ...storable } = texts;
  siteName = Object.values(storable).join(' ');
  const accountId = await service.account();
  key = await service.key(accountId, { name: siteName, description: siteName });
  siteId = await writeSite(accountId);
});
afterAll(async () => {
  await hostile?.stop();
  await browser?.stop();
});

/** Writes past the API, which would reject the name, because code that shows a name must not rely on the API. */
async function writeSite(accountId: string): Promise<string> {
  const now = new Date();
  const { everywhere, ...others } = hostilePaths;
  const site: Site = {
    ...siteCrawlDefault,
    siteId: createId('site', now),
    accountId,
    name: siteName,
    labels: [],
    mainBranch: null,
    url: hostile.origin + everywhere,
    pages: Object.values(others),
    origins: [],
    sourcePaths: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  await insertSite(service.store, site, { accountId, actor: 'person:test', requestId: siteName }, now);
  return site.siteId;
}

/** Returns every text within a JSON value, including member names. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...listTexts(member)]);
}

/** Returns all logs of the functions and the runtime, by file. */
async function readLogs(): Promise<{ name: string; text: string }[]> {
  const folder = service.runtime.data.file('logs');
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

describe('a scan of a site that is hostile in every text', () => {
  const printed: string[] = [];
  let report: Report;
  let json: string;
  let html: string;

  const on = (path: keyof typeof hostilePaths) =>
    report.pages.find(({ requestedUrl }) => new URL(requestedUrl).pathname.startsWith(`/${path}`));
  const nodesOf = (ruleId: string, path: keyof typeof hostilePaths): ReportNode[] =>
    [...report.violations, ...report.needsReview]
      .filter((issue) => issue.ruleId === ruleId)
      .flatMap(({ nodes }) => nodes)
      .filter(({ pageId }) => pageId === on(path)?.id);

  beforeAll(async () => {
    const access = {
      baseUrl: service.runtime.baseUrl,
      apiKey: key.value,
      siteId,
      demoSiteUrl: hostile.origin,
      dashboardUrl: new URL(service.runtime.baseUrl).origin,
      signInEmail: '',
      mailsUrl: '',
    };
    const { signal } = new AbortController();
    await showDemoScan(access, service.runtime.data, (line) => printed.push(...line.split('\n')), signal);
    const { json: scans } = await key.client.call('GET', `/sites/${siteId}/scans`);
    const path = `/scans/${scans.items[0].id}/report`;
    ({ json: report, text: json } = await key.client.call<Report>('GET', path));
    ({ text: html } = await key.client.call('GET', `${path}?format=html`));
  });

  it('completes, and every page has the correct outcome', () => {
    expect(report.scan).toMatchObject({ status: 'completed', incomplete: false });
    expect(on('everywhere')).toMatchObject({ outcome: 'scanned', detail: expect.stringMatching(/\S/) });
    expect(on('large')).toMatchObject({ outcome: 'scanned' });
    expect(on('status')).toMatchObject({ outcome: 'http-error', httpStatus: 503 });
    expect(on('type')?.outcome).toBe('not-html');
    expect(on('redirect')).toMatchObject({ outcome: 'http-error', httpStatus: 503 });
    expect(hostile.lured(), 'the scanner executes no text').toEqual([]);
  });

  it('keeps every element and every text, and shows what it truncates', () => {
    const count = Object.keys(texts).length;
    expect(nodesOf('image-alt', 'everywhere')).toHaveLength(4 * count + 4);
    expect(nodesOf('link-name', 'everywhere')).toHaveLength(2 * count);
    expect(nodesOf('label', 'everywhere')).toHaveLength(count);
    for (const [name, text] of Object.entries(texts)) {
      const snippets = nodesOf('image-alt', 'everywhere').map((node) => node.html);
      const kept = text.toWellFormed().replaceAll('\0', '\ufffd');
      const written = kept.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const escaped = written.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const found = snippets.filter((snippet) => snippet.includes(`data-text="${escaped}"`));
      expect(found, `${name} in ${JSON.stringify(snippets)}`).toHaveLength(1);
    }
    for (const node of [...report.violations, ...report.needsReview].flatMap(({ nodes }) => nodes)) {
      for (const text of listTexts([node.target, node.html, node.fix])) {
        expect(text.length).toBeLessThanOrEqual(2_000);
        if (text.includes('LLLL')) expect(text).toMatch(/…|\.\.\./);
      }
    }
    expect(on('large')?.title).toMatch(/^L+…$/);
  });

  it('has a JSON report of bounded size and well-formed Unicode, for any page content', () => {
    expect(Buffer.byteLength(json)).toBeLessThan(2 * 1024 * 1024);
    expect(Buffer.byteLength(html)).toBeLessThan(8_000_000);
    for (const text of listTexts([report.pages, report.violations, report.needsReview])) {
      expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
    }
    expect(report.site.name).toBe(siteName);
    expect(on('everywhere')?.title).toContain(texts.script);
  });

  it('has an HTML report without active content, by its characters and by its elements', async () => {
    expect(html.match(ACTIVE_CHARACTER)).toBeNull();
    const { doings, seen } = await browser.open(html, (page) =>
      page.evaluate(`({
        elements: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))],
        attributes: [...new Set([...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()))],
        addresses: [...document.querySelectorAll('[href]')].map((each) => each.getAttribute('href')),
        sources: [...document.querySelectorAll('[src]')].map((each) => each.getAttribute('src')),
        scripts: [...document.scripts].map((each) => each.textContent),
        fields: [...document.querySelectorAll('input')].map(({ id }) => id),
        text: document.body.textContent,
      })`),
    );
    const lists = ['elements', 'attributes', 'addresses', 'sources', 'scripts', 'fields'] as const;
    const found = seen as Record<(typeof lists)[number], string[]> & { text: string };
    expect({ ...doings, requests: doings.requests.filter((url) => !url.startsWith('data:')) }).toEqual(
      nothing,
    );
    for (const name of ['iframe', 'object', 'embed', 'base', 'form', 'link'])
      expect(found.elements).not.toContain(name);
    expect(found.scripts, 'the one script is its own').toEqual([SCRIPT]);
    expect(found.fields, 'the one field is its own').toEqual(['filter-text']);
    expect(found.attributes.filter((name) => /^on|^style$|^srcset/.test(name))).toEqual([]);
    for (const address of found.addresses) expect(address).toMatch(/^(?:https?:\/\/|#)/);
    for (const source of found.sources) expect(source).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
    expect(found.text, 'the text is named, not obeyed').toContain('invoice[U+202E]gnp.exe[U+202C]');
    expect(found.text).toContain('esc[U+001B][2J');
    expect(browser.connections()).toBe(0);
  });

  it('has an HTML report that does nothing even without its Content Security Policy', async () => {
    const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(bare.length).toBeLessThan(html.length);
    const { doings } = await browser.open(bare, (page) =>
      page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`),
    );
    expect({ ...doings, requests: doings.requests.filter((url) => !url.startsWith('data:')) }).toEqual(
      nothing,
    );
    expect(browser.connections()).toBe(0);
    expect(hostile.lured()).toEqual([]);
  });

  it('is summarized in the terminal in short lines of plain text', () => {
    expect(printed.join('\n')).toContain('Worst rules');
    const each = [...report.violations, ...report.needsReview].flatMap((issue) =>
      issue.nodes.flatMap((node) => renderSummaryLines({ violations: [{ ...issue, nodes: [node] }] })),
    );
    for (const line of [...printed, ...each]) {
      expect(line.match(ACTIVE_CHARACTER), JSON.stringify(line)).toBeNull();
      expect(line).not.toContain('\n');
    }
    for (const line of each) expect(line.length).toBeLessThan(220);
  });

  it('hides no part of a snippet in the terminal behind an escape sequence', () => {
    const [node] = nodesOf('image-alt', 'everywhere').filter(({ html }) =>
      html.includes('data-key="unfinished"'),
    );
    const lines = renderSummaryLines({ violations: [{ ruleId: 'image-alt', nodes: node ? [node] : [] }] });
    expect(lines.join('\n')).toMatch(/data-text="before\[U\+001B\]\]8;;.*…$/m);
  });
});

describe('the browser watcher', () => {
  it('reports a document that does what the reports must not do', async () => {
    const { doings } = await browser.open(
      `<!doctype html><title>x</title>${texts.script}${texts.image}`,
      async () => undefined,
    );
    expect(doings.dialogs).toContain('1');
    expect(doings.requests.some((url) => url.startsWith(hostile.lure))).toBe(true);
    expect(browser.connections()).toBeGreaterThan(0);
  });
});

describe('the administration commands', () => {
  const run = (...args: string[]) => admin([...args, '--data', service.runtime.data.path]);

  it.each([
    ['site', 'list'],
    ['key', 'list'],
    ['audit', ''],
  ])('%s %s: shows hostile names as plain text, one line each', async (noun, verb) => {
    const command = [noun, ...(verb ? [verb] : []), '--account', key.record.accountId];
    const { code, out, err } = await run(...command);
    expect([code, err]).toEqual([0, '']);
    expect(out.match(ACTIVE_CHARACTER)).toBeNull();
    expect(out).toContain('invoice[U+202E]gnp.exe');
    const asJson = await run(...command, '--json');
    expect(asJson.out.match(ACTIVE_CHARACTER)).toBeNull();
    expect(listTexts(JSON.parse(asJson.out)).some((text) => text.includes(siteName))).toBe(true);
  });

  it('repeats a wrong argument without its control characters', async () => {
    for (const text of [texts.escapes, texts.direction, texts.unseen] as string[]) {
      for (const args of [[text], ['site', text], ['site', 'list', '--account', text], [`--${text}`]]) {
        const { code, out, err } = await run(...args.map((arg) => arg.replaceAll('\0', '')));
        expect(code).not.toBe(0);
        expect((out + err).match(ACTIVE_CHARACTER), JSON.stringify(err)).toBeNull();
      }
    }
  });
});

describe('hostile text from callers of the API', () => {
  const active = () => Object.entries(texts).filter(([, text]) => ACTIVE_CHARACTER.test(text));

  it('is rejected as the name of a site if it is active, and accepted if it is ordinary text', async () => {
    for (const [what, text] of Object.entries(texts)) {
      const name = text.slice(0, 100);
      const { status, json } = await key.client.call('POST', '/sites', {
        body: { name, url: hostile.origin },
      });
      if (!name.isWellFormed()) {
        expect([what, status, json.code]).toEqual([what, 400, 'malformed-json']);
      } else if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name)) {
        expect([what, status, json.errors?.[0]?.path]).toEqual([what, 422, 'name']);
      } else {
        expect([what, status, json.name]).toEqual([what, 201, name.trim()]);
        const again = await key.client.call('GET', `/sites/${json.id}`);
        expect(again.json.name).toBe(name.trim());
      }
    }
  });

  it('is accepted as a URL only if it is plain, and then returned as it was sent', async () => {
    for (const [what, text] of Object.entries(texts)) {
      const given = { name: 'x', url: `${hostile.origin}/?${text}`, pages: [`/${text}`.slice(0, 1_000)] };
      const { status, json } = await key.client.call('POST', '/sites', { body: given });
      if (!text.isWellFormed()) expect([what, status]).toEqual([what, 400]);
      else if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text)) expect([what, status]).toEqual([what, 422]);
      else expect([what, status, json]).toEqual([what, 201, expect.objectContaining(given)]);
    }
  });

  it.each([
    ['rules', (item: string) => ({ config: { rules: Array(50_000).fill(item) } })],
    ['members', () => Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`m${i}`, 0]))],
    ['a name', () => ({ config: {}, ['n'.repeat(200_000)]: 0 })],
    ['a value', () => ({ config: { rules: ['v'.repeat(200_000)], url: 'u'.repeat(50_000) } })],
  ])('never makes the response to too many wrong %s large', async (_, body) => {
    const { status, json, text } = await key.client.call('POST', `/sites/${siteId}/scans`, {
      body: body('w'),
    });
    expect([status, json.code]).toEqual([422, 'invalid-request']);
    expect(text.length).toBeLessThan(100_000);
  });

  it('is quoted in an error and never executed', async () => {
    for (const [what, text] of Object.entries(texts)) {
      const body = { config: { rules: [text], url: text, [text]: text }, [text]: text };
      const { status, headers, json } = await key.client.call('POST', `/sites/${siteId}/scans`, { body });
      expect([what, status]).toEqual([what, text.isWellFormed() ? 422 : 400]);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(listTexts(json).join('').match(ACTIVE_CHARACTER), what).toBeNull();
    }
  });

  it('has no effect as the value of a header', async () => {
    for (const text of [
      '\u009b31m\u0085',
      '<script>alert(1)</script>',
      'é'.repeat(1_000),
      "'; --",
      '%00%1b',
    ]) {
      const headers = { Origin: text, 'User-Agent': text, Referer: text, 'X-Request-Id': text };
      const listed = await key.client.call('GET', '/sites', {
        headers: { ...headers, 'X-Forwarded-For': text, 'X-Forwarded-Proto': text, Cookie: text },
      });
      expect(listed.status).toBe(200);
      expect([...listed.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(listed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      const refused = await key.client.call('GET', '/sites', { headers: { 'X-API-Key': text } });
      expect([refused.status, refused.json.code]).toEqual([401, expect.stringContaining('key-')]);
      const body = { config: { rules: ['wcag-a'], checks: 'axe' } };
      const wrongKey = await key.client.call('POST', `/sites/${siteId}/scans`, {
        body,
        headers: { 'Idempotency-Key': text },
      });
      if (/[^\x20-\x7e]/.test(text)) expect(wrongKey.json.errors[0].path).toBe('header.Idempotency-Key');
      else {
        expect(wrongKey.status).toBe(202);
        await key.client.call('POST', `/scans/${wrongKey.json.id}/cancel`);
      }
      const wrongType = await key.client.call('POST', `/sites/${siteId}/scans`, {
        body: JSON.stringify(body),
        headers: { 'Content-Type': text },
      });
      expect(wrongType.status).toBe(415);
      const wrongAccept = await key.client.call('GET', `/scans/${createId('scan', new Date())}/report`, {
        headers: { Accept: text },
      });
      expect(wrongAccept.status).toBe(404);
    }
  });

  it('is rejected as an unknown id and as an unknown query parameter', async () => {
    const paths = [...active().map(([, text]) => encodeURIComponent(text.toWellFormed())), '%00', '%ff', '%'];
    for (const path of [
      ...paths,
      '%c0%ae%c0%ae',
      '..%2f..%2fadmin',
      '__proto__',
      'constructor',
      'x'.repeat(8_000),
    ]) {
      const site = await key.client.call('GET', `/sites/${path}`);
      expect([path, site.status, site.json.code]).toEqual([path, 404, 'site-not-found']);
      const scan = await key.client.call('GET', `/scans/${path}`);
      expect([path, scan.status, scan.json.code]).toEqual([path, 404, 'scan-not-found']);
      for (const query of [`limit=${path}`, `cursor=${path}`, `${path}=1`, `${path}&${path}`]) {
        const listed = await key.client.call('GET', `/sites?${query}`);
        expect([query, listed.status]).toEqual([query, 422]);
        expect(listTexts(listed.json).join('').match(ACTIVE_CHARACTER), query).toBeNull();
        expect(listed.text.length).toBeLessThan(20_000);
      }
    }
  });

  it.each([
    ['an escape in the path', 'GET /api/v1/sites/\u001b[31m HTTP/1.1'],
    ['the one-byte variant of an escape', 'GET /api/v1/sites/\u009b31m HTTP/1.1'],
    ['a path that is markup', 'GET /api/v1/"><script>alert(1)</script> HTTP/1.1'],
    ['NUL in the path', 'GET /api/v1/sites/\u0000 HTTP/1.1'],
    ['a path that is a URL', 'GET http://evil.example/api/v1/sites HTTP/1.1'],
    ['an unknown method', 'EVIL /api/v1/sites HTTP/1.1'],
    ['an escape in a header', 'GET /api/v1/sites HTTP/1.1\r\nUser-Agent: \u001b]0;x\u0007'],
    ['a header that is markup', 'GET /api/v1/sites HTTP/1.1\r\n<script>: 1'],
    ['a smuggled header', 'GET /api/v1/sites HTTP/1.1\r\nX-API-Key: a\u000aX-Evil: 1'],
    ['two lengths', 'POST /api/v1/sites HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked'],
    ['very many bytes of headers', `GET /api/v1/sites HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`],
  ])('is rejected as raw bytes on the connection: %s', async (_, head) => {
    const answer = await sendRaw(`${head}\r\nHost: evil"><script>\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.replaceAll('\r', '').match(ACTIVE_CHARACTER)).toBeNull();
    expect(answer).not.toMatch(/<script|evil/i);
    expect((await service.anonymous.call('GET', '/health')).status).toBe(200);
  });

  /** Sends raw bytes, which no HTTP client would send, and reads the response as bytes. */
  function sendRaw(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(service.runtime.port, '127.0.0.1', () => socket.write(request, 'latin1'));
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  }
});

describe('the logs', () => {
  it('contain messages of a compromised browser with every active character escaped', async () => {
    const body = Object.values(texts).join(' ');
    const record = {
      body,
      messageId: body,
      attributes: { ApproximateReceiveCount: '1' },
      eventSourceARN: body,
    };
    await service.runtime.invoke('RecordOutcomes', { Records: [record, { ...record, body: `"${body}` }] });
    const written = (await readLogs()).find(({ name }) => name.includes('RecordOutcomes'));
    expect(written?.text).toContain('message failed');
    expect(written?.text).toContain('owned');
  });

  it('have complete lines without active characters, in JSON if the service wrote them', async () => {
    const all = await readLogs();
    expect(all.map(({ name }) => name).join(' ')).toMatch(/Authorize.*CreateSite.*ScanPages/);
    for (const { name, text } of all) {
      const found = ACTIVE_CHARACTER.exec(text);
      expect(
        found && `${name}: ${JSON.stringify(text.slice(Math.max(0, found.index - 100), found.index + 20))}`,
      ).toBe(null);
      for (const line of text.split('\n').filter((each) => each.startsWith('{"'))) JSON.parse(line);
      expect(text).not.toContain(key.value);
    }
  });
});
