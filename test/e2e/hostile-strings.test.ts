import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createId } from '../../core/ids.ts';
import { ACTIVE_CHARACTER, serveHostileSite } from '../support/hostile-site.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { createHostileAccount, listTexts, readLogs } from './hostile-strings/hostile-account.ts';

let service: TestService;
let hostile: Awaited<ReturnType<typeof serveHostileSite>>;
let texts: Record<string, string>;
let key: TestKey;
let siteId: string;

beforeAll(async () => {
  [service, hostile] = await Promise.all([sharedService(), serveHostileSite()]);
  ({ texts, key, siteId } = await createHostileAccount(service, hostile));
});
afterAll(() => hostile?.stop());

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
      // Twice of it is what API Gateway still accepts.
      'x'.repeat(4_000),
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
    const written = (await readLogs(service)).find(({ name }) => name.includes('RecordOutcomes'));
    expect(written?.text).toContain('message failed');
    expect(written?.text).toContain('owned');
    expect(written?.text.match(ACTIVE_CHARACTER)).toBeNull();
  });
});
