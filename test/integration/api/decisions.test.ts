import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { findDecision, removeDecision } from '../../../adapters/dynamodb/decisions.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readItem } from '../../../adapters/dynamodb/read-items.ts';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { exampleNode } from '../../../core/api/example-report.ts';
import { DECISIONS_MAX } from '../../../core/decisions/decision.ts';
import { FindingIndexBuilder } from '../../../core/reports/finding-index.ts';
import { buildRevisionKey, revisionParts } from '../../../core/scans/object-keys.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const fingerprint = `f1_${'a'.repeat(24)}`;
const violation = `f1_${'9'.repeat(24)}`;
const other = `f1_${'b'.repeat(24)}`;
const given = { fingerprint, decision: 'fine', reason: 'The text is readable' };
const REVISION_ID = 'first';

/** Creates a scan of a site whose report has findings that need review, `f1_aaa…` to `f1_fff…`, and a violation. */
async function createScan(accountId: string, siteId: string, owner: TestKey): Promise<string> {
  const body = { config: { rules: ['wcag-aa'] } };
  const { id: scanId } = (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json;
  const index = new FindingIndexBuilder();
  for (const letter of 'abcdef') {
    const node = { ...exampleNode, fingerprint: `f1_${letter.repeat(24)}`, decisionBasis: '0'.repeat(24) };
    index.add({ kind: 'review', ruleId: 'color-contrast', node }, 1);
  }
  const node = { ...exampleNode, fingerprint: violation };
  index.add({ kind: 'violation', ruleId: 'image-alt', node }, 1);
  const of = { accountId, scanId, edition: REVISION_ID };
  await api.putReport(buildRevisionKey(of, revisionParts.findingsIndex), index.toJson());
  const tracked = await readTrackedScan(api.tables.store, scanId);
  if (!tracked) throw new Error('no scan');
  await settleScan(api.tables.store, tracked, { report: 'ready', edition: REVISION_ID });
  return scanId;
}

/** Creates an account with a key of a role, a site and a scan of it. */
async function createAccount(role: 'viewer' | 'scanner' | 'manager' | 'admin' = 'manager') {
  const accountId = await api.account();
  const owner = await api.key(accountId);
  const { json } = await owner.call('POST', '/sites', {
    body: { name: 'Shop', url: 'https://shop.example/' },
  });
  const scanId = await createScan(accountId, json.id, owner);
  const key = await api.key(accountId, { role, name: 'Web team' });
  const path = `/sites/${json.id}/decisions`;
  return {
    accountId,
    siteId: json.id,
    key,
    path,
    scanId,
    decide: (body: object) => key.call('POST', path, { body: { scanId, ...body } }),
  };
}

async function readHeld(siteId: string): Promise<unknown> {
  return (await readItem(api.tables.store, itemKeys.decisionCount(siteId)))?.held;
}

describe('decisions', () => {
  it('are made, replaced, listed and deleted by a manager, with an audit entry for each', async () => {
    const { accountId, siteId, scanId, key, path, decide } = await createAccount();
    const made = await decide(given);
    expect([made.status, made.json]).toMatchObject([
      201,
      { ...given, scanId, author: { name: 'Web team' }, ruleId: 'color-contrast', elements: 1 },
    ]);
    expect(Object.keys(made.json)).not.toContain('bases');
    expect(made.headers.get('location')).toBe(`/api/v1${path}/${fingerprint}`);
    const replaced = await decide({ ...given, decision: 'problem' });
    expect([replaced.status, replaced.json.decision]).toEqual([200, 'problem']);
    expect(replaced.json.decidedAt > made.json.decidedAt).toBe(true);
    const second = await decide({ ...given, fingerprint: other });
    expect(await readHeld(siteId)).toBe(2);

    expect((await key.call('GET', path)).json.items).toEqual([second.json, replaced.json]);
    expect((await key.call('GET', `${path}?decision=problem`)).json.items).toEqual([replaced.json]);
    // Those about one finding or several are listed page by page.
    const both = `${path}?fingerprint=${fingerprint},${other}&limit=1`;
    const first = await key.call('GET', both);
    expect(first.json.items).toEqual([second.json]);
    const next = await key.call('GET', `${both}&cursor=${encodeURIComponent(first.json.nextCursor)}`);
    expect(next.json).toEqual({ items: [replaced.json], nextCursor: null });

    expect((await key.call('DELETE', `${path}/${fingerprint}`)).status).toBe(204);
    expect(await readHeld(siteId)).toBe(1);
    const gone = await key.call('DELETE', `${path}/${fingerprint}`);
    expect([gone.status, gone.json.code]).toEqual([404, 'decision-not-found']);
    const log = await Array.fromAsync(readAuditLog(api.tables.store, accountId));
    const entries = log
      .filter(({ target }) => target === fingerprint)
      .map(({ action, detail }) => [action, detail]);
    expect(entries.reverse()).toEqual([
      ['decision.created', { site: siteId, decision: 'fine' }],
      ['decision.changed', { site: siteId, decision: 'problem' }],
      ['decision.deleted', { site: siteId, decision: 'problem' }],
    ]);
  });

  it('are refused about scans of other sites and accounts, and scans without a report', async () => {
    const { siteId, accountId, decide } = await createAccount();
    const stranger = await createAccount();
    const owner = await api.key(accountId);
    const body = { name: 'Blog', url: 'https://blog.example/' };
    const { json: blog } = await owner.call('POST', '/sites', { body });
    const { json: running } = await owner.call('POST', `/sites/${siteId}/scans`, {
      body: { config: { rules: ['wcag-aa'] } },
    });
    const scanIds = [await createScan(accountId, blog.id, owner), stranger.scanId, running.id];
    const answers = await Promise.all(scanIds.map((scanId) => decide({ ...given, scanId })));
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [422, 'invalid-request'],
      [404, 'scan-not-found'],
      [409, 'report-not-ready'],
    ]);
  });

  it('are read by every role, and made by manager and above', async () => {
    for (const role of ['scanner', 'admin'] as const) {
      const { key, path, decide } = await createAccount(role);
      expect((await key.call('GET', path)).status).toBe(200);
      expect((await decide(given)).status).toBe(role === 'admin' ? 201 : 403);
    }
  });

  it('are limited for each site, also for callers at the same time', async () => {
    const { siteId, decide } = await createAccount();
    await decide(given);
    const { db, table } = api.tables.store;
    const Item = { ...itemKeys.decisionCount(siteId), held: DECISIONS_MAX - 1 };
    await db.send(new PutCommand({ TableName: table, Item }));
    const answers = await Promise.all(
      ['c', 'd', 'e'].map((letter) => decide({ ...given, fingerprint: `f1_${letter.repeat(24)}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe('decisions-limit');
    // Replacing a decision does not change their number.
    expect((await decide({ ...given, decision: 'problem' })).status).toBe(200);
  });

  it('that callers make at the same time about one finding are one decision', async () => {
    const { siteId, key, path, decide } = await createAccount();
    const answers = await Promise.all(
      ['fine', 'problem', 'fine'].map((decision) => decide({ ...given, decision })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await key.call('GET', path)).json.items).toHaveLength(1);
    expect(await readHeld(siteId)).toBe(1);
  });

  it('are not deleted if another caller replaced them since they were read', async () => {
    const { accountId, siteId, key, path, decide } = await createAccount();
    await decide(given);
    const { store } = api.tables;
    const read = (await findDecision(store, { accountId, siteId, fingerprint })) ?? expect.unreachable();
    await decide({ ...given, decision: 'problem' });
    const by = { accountId, actor: key.record.keyId, requestId: 'late' };
    expect(await removeDecision(store, read, by, new Date())).toBe('changed');
    expect((await key.call('GET', path)).json.items).toMatchObject([{ decision: 'problem' }]);
    expect(await readHeld(siteId)).toBe(1);
    expect((await key.call('DELETE', `${path}/${fingerprint}`)).status).toBe(204);
    expect(await removeDecision(store, read, by, new Date())).toBe('gone');
  });

  it.each<[string, object | string, string]>([
    ['a violation', { ...given, fingerprint: violation }, 'fingerprint'],
    ['an unknown finding', { ...given, fingerprint: `f1_${'8'.repeat(24)}` }, 'fingerprint'],
    ['an unknown verdict', { ...given, decision: 'wontfix' }, 'decision'],
    ['a malformed fingerprint in the filter', '?fingerprint=f1_x', 'query.fingerprint'],
  ])('are refused with %s', async (_, sent, path) => {
    const { key, path: list, decide } = await createAccount();
    const answer = typeof sent === 'string' ? await key.call('GET', list + sent) : await decide(sent);
    expect([answer.status, answer.json.errors[0].path]).toMatchObject([422, expect.stringContaining(path)]);
  });
});
