import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { write } from '../../../adapters/dynamodb/write.ts';
import { exampleReport } from '../../../core/api/example-report.ts';
import { createId } from '../../../core/ids.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import type { IssueGroup } from '../../../core/reports/report.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { serializeGroups } from '../../../core/reports/scan-groups.ts';
import { serializePages } from '../../../core/reports/scan-pages.ts';
import { buildScanResults } from '../../../core/reports/scan-results.ts';
import { buildPictureKey, buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { startParameters, type TestParameters } from '../../support/parameters.ts';
import { setMembers } from '../../support/set-members.ts';
import { type Answer, type Api, startApi, type TestPerson } from './harness.ts';

let api: Api;
let parameters: TestParameters;

beforeAll(async () => {
  parameters = await startParameters();
  parameters.setSignIn('https://dashboard.example.com');
  api = await startApi({ AWS_ENDPOINT_URL_SSM: parameters.endpoint, SIGN_IN_PARAMETER: 'sign-in' });
});
afterAll(() => Promise.all([api?.stop(), parameters?.stop()]));

const REVISION = 'first';
/** A text that no stranger may see. */
const HIDDEN = 'hidden-from-strangers';
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const pictureId = `pic_${'5a'.repeat(32)}`;
const otherPictureId = `pic_${'5b'.repeat(32)}`;
const parts = ['', '/groups', '/findings', '/pages', `/pictures/${pictureId}`];
const [exampleGroup] = exampleReport.issueGroups as [IssueGroup];

/** Members whose keys the schemas list. */
const records = ['byReason', 'byOutcome'];

/** Adds a member that no schema knows to an object and to the objects in it. */
function withUnknown<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withUnknown) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    records.includes(name) ? member : withUnknown(member),
  ]);
  return { ...Object.fromEntries(members), secretNote: HIDDEN } as T;
}

/** A report with a hidden text wherever a report names people, keys and requests. */
function buildReport() {
  const author = { personId: createId('person', new Date()), name: HIDDEN };
  const time = '2026-03-02T09:30:00.000Z';
  const { configuration, scan, engines } = exampleReport;
  const { settings } = configuration;
  return {
    ...exampleReport,
    scan: {
      ...scan,
      requestId: randomUUID(),
      config: { ...scan.config, userAgentSuffix: HIDDEN, metadata: { pullRequest: HIDDEN } },
    },
    configuration: {
      ...configuration,
      sourcePaths: [{ url: '/**', path: HIDDEN }],
      settings: {
        ...settings,
        signedIn: true,
        page: { ...settings.page, userAgentSuffix: HIDDEN, redactSelectors: [`.${HIDDEN}`] },
      },
    },
    engines: engines.map((engine) => ({ ...engine, userAgent: HIDDEN })),
    suppressions: [
      {
        id: createId('supp', new Date()),
        match: { rule: 'label' },
        reason: HIDDEN,
        author,
        expiresAt: null,
        createdAt: time,
        updatedAt: time,
        findings: 1,
        expired: false,
      },
    ],
  };
}

async function start() {
  const accountId = await api.account();
  const ada = await api.member(accountId, 'admin', { name: HIDDEN });
  const site = { name: 'Shop', url: 'https://shop.example.com/' };
  const siteId = (await ada.call('POST', '/sites', { body: site })).json.id as string;
  return { accountId, ada, siteId, ...(await createSharedScan(ada, accountId, siteId)) };
}

let unchanged: ReturnType<typeof start> | undefined;

/** Returns a shared report that the tests only read. */
function startOnce(): ReturnType<typeof start> {
  unchanged ??= start();
  return unchanged;
}

/** Shares the report of `startOnce` again. */
async function shareAgain() {
  const { ada, accountId, scanId } = await startOnce();
  const shared = await ada.call('POST', '/shared-reports', { body: { scanId, note: HIDDEN } });
  return { ada, accountId, shareId: shared.json.id as string, token: shared.json.token as string };
}

/** Creates a scan with a report, and shares it. */
async function createSharedScan(by: TestPerson, accountId: string, siteId: string) {
  const body = { config: { rules: ['wcag-aa'] } };
  const scanId = (await by.call('POST', `/sites/${siteId}/scans`, { body })).json.id as string;
  const item = (await readTrackedScan(api.tables.store, scanId)) ?? expect.unreachable();
  const picture = { id: pictureId, width: 1, height: 1, element: { x: 0, y: 0, width: 1, height: 1 } };
  const takenBy = { scanId, at: '2026-03-02T09:30:00.000Z' };
  const node = { ...exampleGroup.example, html: HOSTILE, picture: { ...picture, takenBy }, place: HIDDEN };
  const finding: ReportFinding = { kind: 'violation', ruleId: 'image-alt', node };
  const line = `${JSON.stringify(withUnknown(finding))}\n`;
  const index = new FindingIndexBuilder();
  index.add(finding, Buffer.byteLength(line));
  const groups = [exampleGroup, { ...exampleGroup, id: 'grp_b', ruleId: 'label' }];
  const { scan, configuration, suppressions, ...results } = buildScanResults(buildReport());
  const stored = {
    // The schemas of these three accept no unknown members.
    results: JSON.stringify({ ...withUnknown(results), scan, configuration, suppressions }),
    groups: serializeGroups(groups.map(withUnknown)),
    pages: serializePages(exampleReport.pages.map(withUnknown), new Map()),
    findings: line,
    findingsIndex: index.toJson(),
  };
  for (const [part, text] of Object.entries(stored)) {
    const name = revisionParts[part as keyof typeof stored];
    await api.putReport(buildRevisionKey({ accountId, scanId, edition: REVISION }, name), text);
  }
  await api.putReport(buildPictureKey({ accountId, scanId, id: pictureId }), 'a picture');
  await settleScan(api.tables.store, item, { report: 'ready', edition: REVISION });
  const shared = await by.call('POST', '/shared-reports', { body: { scanId, note: HIDDEN } });
  return { scanId, shareId: shared.json.id as string, token: shared.json.token as string };
}

let addresses = 0;
/** Makes a call with a token, from an address of its own: wrong tokens of one address are limited. */
const read = (token: string, path = '', sourceIp = `2001:db8:${(++addresses).toString(16)}::1`) =>
  api.callPublic('GET', `/shared-report${path}`, { headers: { 'A11y-Share-Token': token }, sourceIp });
const codeOf = ({ status, json }: Answer) => [status, json?.code];
const notFound = [404, 'shared-report-not-found'];

async function expectEnded(token: string) {
  for (const part of parts) expect(codeOf(await read(token, part)), part).toEqual(notFound);
}

describe('a stranger with the token of a shared report', () => {
  it('reads results, issue groups, findings, pages and pictures, filtered and page by page', async () => {
    const { token } = await startOnce();
    const results = await read(token);
    expect(results.status).toBe(200);
    expect(results.json).toMatchObject({
      site: { name: exampleReport.site.name },
      summary: exampleReport.summary,
      scan: { status: 'completed' },
    });
    const first = await read(token, '/groups?limit=1');
    expect([first.json.total, first.json.items[0].id]).toEqual([2, exampleGroup.id]);
    const second = await read(token, `/groups?limit=1&cursor=${first.json.nextCursor}`);
    expect(second.json.items.map(({ id }: IssueGroup) => id)).toEqual(['grp_b']);
    expect((await read(token, '/groups?rule=label')).json.total).toBe(1);
    const { json } = await read(token, '/findings?impact=critical');
    expect(json.items).toMatchObject([{ ruleId: 'image-alt', html: HOSTILE, picture: { id: pictureId } }]);
    expect((await read(token, '/pages')).json.total).toBe(exampleReport.pages.length);
    expect((await read(token, `/pictures/${pictureId}`)).json).toEqual({
      mediaType: 'image/webp',
      data: Buffer.from('a picture').toString('base64'),
    });
  });

  it('gets the same entries as a member with every filter', async () => {
    const { ada, scanId, token } = await startOnce();
    const ofGroups = ['state=new', 'impact=serious', 'kind=review', 'rule=label', 'page=p0'];
    ofGroups.push('criterion=1.1.1', 'suppressed=true', 'decision=fine', 'limit=1');
    const ofFindings = [...ofGroups, 'issueGroup=grp_b', 'fingerprint=f1_label', 'url=BLOG'];
    const ofPages = ['state=ended', 'outcome=timeout', 'text=shop', 'limit=1'];
    const queries = [
      ...ofGroups.map((query) => `groups?${query}`),
      ...ofFindings.map((query) => `findings?${query}`),
      ...ofPages.map((query) => `pages?${query}`),
    ];
    for (const query of queries) {
      const [own, shared] = [
        await ada.call('GET', `/scans/${scanId}/${query}`),
        await read(token, `/${query}`),
      ];
      const { json } = shared;
      const isLast = json.nextCursor === null;
      expect([shared.status, json.total, json.items.length, isLast], query).toEqual([
        200,
        own.json.total,
        own.json.items.length,
        own.json.nextCursor === null,
      ]);
      // A cursor is for the shared report or for its scan.
      if (!isLast) expect(json.nextCursor).not.toBe(own.json.nextCursor);
    }
  });

  it('sees no data of the account: no people, keys, requests, credentials, and no unknown member', async () => {
    const { accountId, ada, token, scanId, shareId } = await startOnce();
    for (const part of parts.slice(0, 4)) {
      const { status, text } = await read(token, part);
      expect(status).toBe(200);
      for (const hidden of [HIDDEN, accountId, ada.personId, scanId, shareId, 'requestId', 'signedIn'])
        expect(text, `${part} ${hidden}`).not.toContain(hidden);
      expect(text).not.toMatch(/(person|apikey|acct|session|audit)_[0-9a-z]{26}|"author"|"secretNote"/);
    }
  });

  it('gets responses that are not cached and not indexed, also problems', async () => {
    const { token } = await startOnce();
    for (const answer of [await read(token), await read(token, '/groups?limit=0'), await read('nonsense')]) {
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
  });

  it('gets clear answers to wrong requests', async () => {
    const { token } = await startOnce();
    const missing = await api.callPublic('GET', '/shared-report');
    expect([missing.status, missing.json.errors[0].path]).toEqual([422, 'header.A11y-Share-Token']);
    expect(codeOf(await read(token, '/groups?unknown=1'))).toEqual([422, 'invalid-request']);
    expect(codeOf(await read(token, '/groups?cursor=nonsense'))).toEqual([422, 'cursor-invalid']);
    // The token is accepted in no other way.
    const inUrl = await api.callPublic('GET', `/shared-report?token=${token}`);
    expect(inUrl.status).toBe(422);
  });

  it('cannot use the cursor of another list or of another report', async () => {
    const [one, other] = [await startOnce(), await start()];
    const { nextCursor } = (await read(one.token, '/groups?limit=1')).json;
    for (const [token, path] of [
      [one.token, '/findings'],
      [one.token, '/groups?rule=label'],
      [other.token, '/groups'],
    ] as const) {
      const url = `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`;
      expect(codeOf(await read(token, url)), url).toEqual([422, 'cursor-invalid']);
    }
  });

  it('gets no picture of another scan, of the same account or of another one', async () => {
    const { accountId, ada, siteId, token } = await startOnce();
    const other = await createSharedScan(ada, accountId, siteId);
    const key = buildPictureKey({ accountId, scanId: other.scanId, id: otherPictureId });
    await api.putReport(key, 'another picture');
    expect((await read(other.token, `/pictures/${otherPictureId}`)).status).toBe(200);
    for (const id of [otherPictureId, 'pic_5a', `..%2F${other.scanId}%2F${otherPictureId}`])
      expect(codeOf(await read(token, `/pictures/${id}`)), id).toEqual([404, 'picture-not-found']);
    expect(codeOf(await read((await start()).token, `/pictures/${otherPictureId}`))[0]).toBe(404);
  });

  it('reads the revision that was shared, not a later one', async () => {
    const { accountId, scanId, token } = await start();
    const later = { accountId, scanId, edition: 'later' };
    const results = { ...buildScanResults(exampleReport), site: { id: null, name: 'Later', url: '' } };
    await api.putReport(buildRevisionKey(later, revisionParts.results), JSON.stringify(results));
    await setMembers(api.tables.store, itemKeys.scan(scanId), { edition: 'later' });
    expect((await read(token)).json.site.name).toBe(exampleReport.site.name);
  });

  it('can do nothing else with the token', async () => {
    const { token, accountId } = await startOnce();
    const credentials: Record<string, string>[] = [
      { 'X-API-Key': token },
      { 'A11y-Share-Token': token },
      { Cookie: `__Host-session=${token.slice(-43)}`, 'A11y-Account': accountId },
    ];
    for (const headers of credentials) {
      const { context } = await api.authorizeHeaders(headers);
      expect([context?.kind, context?.accountId], JSON.stringify(headers)).not.toContain(accountId);
      expect(['key', 'member', 'person']).not.toContain(context?.kind);
    }
  });

  it('is in the audit log once a day, without the token', async () => {
    const { accountId, shareId, token, ada } = await start();
    expect((await ada.call('GET', '/shared-reports')).json.items[0].lastOpenedOn).toBeNull();
    for (const part of [...parts, ...parts]) await read(token, part, '192.0.2.44');
    const day = new Date().toISOString().slice(0, 10);
    expect((await ada.call('GET', '/shared-reports')).json.items[0].lastOpenedOn).toBe(day);
    await setMembers(api.tables.store, itemKeys.sharedReport(shareId), { lastOpenedOn: '2026-01-01' });
    await read(token, '/pages');
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    const opened = log.filter(({ action }) => action === 'shared-report.opened');
    expect(opened).toHaveLength(2);
    expect(opened.at(-1)).toMatchObject({ actor: 'stranger', target: shareId, sourceIp: '192.0.2.44' });
    expect(JSON.stringify(log)).not.toContain(token.slice(-43));
  });

  it('leaves no token in the log', async () => {
    const { token } = await startOnce();
    const { logger } = await import('../../../adapters/observability/logger.ts');
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const level = logger().getLevelName();
    try {
      logger().setLogLevel('TRACE');
      for (const part of parts) await read(token, part);
      await read(`${token}0`);
      expect(lines.join('')).toContain('"answered"');
      expect(lines.join('')).not.toContain(token.slice(-43));
    } finally {
      logger().setLogLevel(level);
      spy.mockRestore();
    }
  });
});

describe('a link ends', () => {
  it('for every wrong token with the same answer', async () => {
    const { shareId, token } = await startOnce();
    const answers: unknown[] = [];
    const wrong = [
      `${shareId}_${'A'.repeat(43)}`,
      `${createId('share', new Date())}_${token.slice(-43)}`,
      `${token}0`,
      token.slice(0, -1),
      token.toUpperCase(),
      shareId,
      '',
      'a'.repeat(10_000),
    ];
    for (const each of wrong) {
      const { status, json } = await read(each);
      answers.push({ status, ...json, instance: '' });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, code: 'shared-report-not-found' });
    expect((await read(token)).status).toBe(200);
  });

  it('when it expires', async () => {
    const { shareId, token } = await shareAgain();
    await setMembers(api.tables.store, itemKeys.sharedReport(shareId), {
      expiresAt: new Date(Date.now() - 1).toISOString(),
    });
    await expectEnded(token);
  });

  it('when it is revoked', async () => {
    const { ada, shareId, token } = await shareAgain();
    expect((await read(token)).status).toBe(200);
    await ada.call('DELETE', `/shared-reports/${shareId}`);
    await expectEnded(token);
  });

  it('when the account forbids sharing, also if it allows it again', async () => {
    const { ada, token } = await start();
    expect((await read(token)).status).toBe(200);
    await ada.call('PATCH', '/account', { body: { sharing: 'forbidden' } });
    await expectEnded(token);
    await ada.call('PATCH', '/account', { body: { sharing: 'allowed' } });
    await expectEnded(token);
  });

  it('when the account forbids sharing while the report is shared', async () => {
    const { ada, shareId, token } = await start();
    await ada.call('PATCH', '/account', { body: { sharing: 'forbidden' } });
    // The call that shares may begin later than the one that forbids, and be written earlier.
    await setMembers(api.tables.store, itemKeys.sharedReport(shareId), {
      createdAt: new Date().toISOString(),
    });
    await expectEnded(token);
    await ada.call('PATCH', '/account', { body: { sharing: 'allowed' } });
    await expectEnded(token);
  });

  it('when its scan, its site or its account is deleted', async () => {
    const [scan, site, account] = [await start(), await start(), await start()];
    await scan.ada.call('DELETE', `/scans/${scan.scanId}`);
    await site.ada.call('DELETE', `/sites/${site.siteId}`);
    await account.ada.call('POST', '/account/delete', { body: { name: 'Test' } });
    for (const { token } of [scan, site, account]) await expectEnded(token);
  });

  it('when the report was deleted, although the scan exists', async () => {
    const { shareId, token } = await shareAgain();
    await setMembers(api.tables.store, itemKeys.sharedReport(shareId), { revision: 'deleted' });
    await expectEnded(token);
  });

  it('at once when its item is gone', async () => {
    const { shareId, token } = await shareAgain();
    const Key = itemKeys.sharedReport(shareId);
    await write(api.tables.store, new DeleteCommand({ TableName: api.tables.store.table, Key }));
    await expectEnded(token);
  });
});

describe('a source that sends many wrong tokens', () => {
  it('can only use tokens that were right before, and does not block other sources', async () => {
    const [known, other] = [await startOnce(), await shareAgain()];
    const source = '198.51.100.9';
    expect((await read(known.token, '', source)).status).toBe(200);
    const wrong = () => read(`${createId('share', new Date())}_${'A'.repeat(43)}`, '', source);
    const statuses: number[] = [];
    // Two minutes may begin meanwhile.
    for (let at = 0; at < 45; at++) statuses.push((await wrong()).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await read(known.token, '', source)).status).toBe(200);
    expect((await read(other.token)).status).toBe(200);
  });
});
