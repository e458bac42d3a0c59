import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import {
  buildPictureKey,
  buildReportKey,
  buildRevisionKey,
  revisionParts,
} from '../../../core/scans/object-keys.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

const pictureId = `pic_${'5a'.repeat(32)}`;
const ADDRESS = 'shop.example';

let api: Api;
let key: TestKey;
let accountId: string;
let siteId: string;
let scanId: string;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  key = await api.key(accountId);
  const site = { name: 'Shop name', url: `https://${ADDRESS}/` };
  siteId = (await key.call('POST', '/sites', { body: site })).json.id;
  const body = { config: { rules: ['wcag-aa'] } };
  scanId = (await key.call('POST', `/sites/${siteId}/scans`, { body })).json.id;
  const item = await readTrackedScan(api.tables.store, scanId);
  if (!item) throw new Error('no scan');
  await settleScan(api.tables.store, item, { report: 'ready', edition: 'first' });
  const of = { accountId, scanId, edition: 'first' };
  await api.putReport(buildReportKey(of, 'html'), '<!doctype html>');
  await api.putReport(buildReportKey(of, 'csv'), `"${'a'.repeat(6_400_000)}"`);
  await api.putReport(buildRevisionKey(of, revisionParts.findings), '\n');
  await api.putReport(buildRevisionKey(of, revisionParts.findingsIndex), new FindingIndexBuilder().toJson());
  await api.putReport(buildPictureKey({ accountId, scanId, id: pictureId }), 'picture');
});
afterAll(() => api?.stop());

/** Makes a call and returns its answer, with what the handler wrote to its log. */
async function readWithLog(path: string, headers: Record<string, string> = {}) {
  const { logger } = await import('../../../adapters/observability/logger.ts');
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => written.push(String(line)) > 0);
  const level = logger().getLevelName();
  let answer: Answer;
  try {
    logger().setLogLevel('INFO');
    answer = await key.call('GET', `/scans/${scanId}${path}`, { headers });
  } finally {
    logger().setLogLevel(level);
    write.mockRestore();
  }
  const text = written.join('');
  const lines = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return { answer, text, lines };
}

async function readLinkEntries() {
  const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
  return log.filter(({ action }) => action.endsWith('.linked'));
}

const html = { operation: 'get-report', format: 'html' };
const picture = { operation: 'get-picture', pictureId };

describe('a read', () => {
  it.each<[string, string, string, number, object]>([
    ['a report', '/report', 'text/html', 200, { ...html, answer: 'content' }],
    ['a link to a report', '/report?delivery=link&format=html', '', 200, { ...html, answer: 'link' }],
    ['a large report', '/report?format=csv', '', 303, { format: 'csv', answer: 'too-large' }],
    ['findings', '/findings', '', 200, { operation: 'list-findings' }],
    ['a picture', `/pictures/${pictureId}`, '', 200, picture],
    ['a missing picture', `/pictures/pic_${'5b'.repeat(32)}`, '', 404, { operation: 'get-picture' }],
  ])(
    'of %s writes one log line with its key, account and scan',
    async (_, path, accept, status, expected) => {
      const { answer, text, lines } = await readWithLog(path, accept === '' ? {} : { Accept: accept });
      expect(answer.status).toBe(status);
      const { keyId } = key.record;
      const who = { accountId, keyId, actor: keyId };
      const correlationId = answer.headers.get('x-request-id');
      expect(lines.filter(({ message }) => message === 'answered')).toEqual([
        expect.objectContaining({ ...expected, ...who, scanId, status, correlationId }),
      ]);
      expect(text).not.toMatch(/X-Amz-|shop/i);
    },
  );
});

describe('the audit log', () => {
  it.each<[string, string, object]>([
    [
      'requested',
      '/report?delivery=link&format=html',
      { action: 'report.linked', detail: { format: 'html' } },
    ],
    ['to a large report', '/report?format=csv', { action: 'report.linked', detail: { format: 'csv' } }],
    ['to a picture', `/pictures/${pictureId}`, { action: 'picture.linked', detail: { picture: pictureId } }],
    [
      'in a redirect',
      `/pictures/${pictureId}?delivery=redirect`,
      { action: 'picture.linked', detail: { picture: pictureId } },
    ],
  ])('has one entry for each link %s, with ids only', async (_, path, expected) => {
    const before = await readLinkEntries();
    const { json, headers } = await key.call('GET', `/scans/${scanId}${path}`);
    expect(json.url).toContain('X-Amz-Signature');
    const known = new Set(before.map(({ auditId }) => auditId));
    const added = (await readLinkEntries()).filter(({ auditId }) => !known.has(auditId));
    const { detail, ...rest } = expected as { detail: object };
    expect(added).toEqual([
      {
        ...rest,
        auditId: expect.stringMatching(/^audit_/),
        time: expect.any(String),
        accountId,
        actor: key.record.keyId,
        sourceIp: '192.0.2.7',
        requestId: headers.get('x-request-id'),
        target: scanId,
        detail: { site: siteId, ...detail },
      },
    ]);
    expect(JSON.stringify(added)).not.toMatch(/shop|X-Amz-/i);
  });

  it('has no entry of links that were not given, and none of reads without a link', async () => {
    const before = await readLinkEntries();
    const stranger = await api.key(await api.account());
    for (const path of ['/report?delivery=link&format=html', `/pictures/${pictureId}`])
      expect((await stranger.call('GET', `/scans/${scanId}${path}`)).status).toBe(404);
    for (const path of ['/report?format=html', '/findings'])
      expect((await key.call('GET', `/scans/${scanId}${path}`)).status).toBe(200);
    expect(await readLinkEntries()).toEqual(before);
    const strangers = await Array.fromAsync(readAuditLog(api.tables.store, stranger.record.accountId));
    expect(strangers.filter(({ action }) => action.endsWith('.linked'))).toEqual([]);
  });
});
