import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { deleteSiteData } from '../../../adapters/dynamodb/delete-site-data.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import {
  findSuppression,
  insertSuppression,
  listSuppressions,
  removeSuppression,
  replaceSuppression,
} from '../../../adapters/dynamodb/suppressions.ts';
import {
  applySuppressionChange,
  buildSuppression,
  SELECTOR_SUPPRESSIONS_MAX,
  SUPPRESSIONS_MAX,
  type Suppression,
} from '../../../core/suppressions/suppression.ts';
import { makeSite } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const now = new Date('2026-03-02T09:15:00.000Z');

const later = (seconds: number) => new Date(now.getTime() + 1000 * seconds);

/** Creates a site with functions for its suppressions, which are named by their match. */
async function withSite() {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store);
  const { accountId, siteId } = site;
  const made = (match: Suppression['match']) =>
    buildSuppression(
      { accountId, siteId, author: { keyId, name: 'Web team' } },
      { match, reason: 'Third party', expiresAt: null },
      new Date(),
    );
  const create = (match: Suppression['match']) => insertSuppression(store, made(match), by, now);
  const list = () => listSuppressions(store, accountId, siteId);
  return { store, by, accountId, siteId, made, create, list };
}

describe('stored suppressions', () => {
  it('are stored with their author, and every change is in the audit log', async () => {
    const { store, by, accountId, siteId, made, list } = await withSite();
    const one = made({ rule: 'label', page: '/legacy/**' });
    expect(await insertSuppression(store, one, by, now)).toBe('created');
    expect(await list()).toEqual([one]);
    const after = applySuppressionChange(
      one,
      { reason: 'Replaced', expiresAt: '2027-01-01T00:00:00+01:00' },
      now,
    );
    expect(after.expiresAt).toBe('2026-12-31T23:00:00.000Z');
    expect(await replaceSuppression(store, one, after, by, later(1))).toBe('updated');
    expect(await findSuppression(store, one)).toEqual(after);
    expect(await removeSuppression(store, after, by, later(2))).toBe('deleted');
    expect(await list()).toEqual([]);
    const log = await Array.fromAsync(readAuditLog(store, accountId));
    const entries = log.filter(({ target }) => target === one.suppressionId).reverse();
    expect(entries.map(({ action, actor, detail }) => ({ action, actor, detail }))).toEqual([
      {
        action: 'suppression.created',
        actor: by.actor,
        detail: { site: siteId, rule: 'label' },
      },
      {
        action: 'suppression.changed',
        actor: by.actor,
        detail: {
          site: siteId,
          changed: ['reason', 'expiresAt'],
          expiresAt: '2026-12-31T23:00:00.000Z',
        },
      },
      {
        action: 'suppression.deleted',
        actor: by.actor,
        detail: { site: siteId, rule: 'label' },
      },
    ]);
  });

  it('are listed in the order of creation, and only those of the account and site', async () => {
    const one = await withSite();
    const other = await withSite();
    await one.create({ rule: 'label' });
    await one.create({ rule: 'image-alt' });
    await other.create({ rule: 'bypass' });
    expect((await one.list()).map(({ match }) => match.rule)).toEqual(['label', 'image-alt']);
    expect(await listSuppressions(one.store, other.accountId, one.siteId)).toEqual([]);
    const [kept] = await one.list();
    if (!kept) throw new Error('none kept');
    expect(await findSuppression(one.store, { ...kept, accountId: other.accountId })).toBeUndefined();
    expect(await findSuppression(one.store, { ...kept, siteId: other.siteId })).toBeUndefined();
  });

  it('are limited per site, also for concurrent calls, and can be created again after one is deleted', async () => {
    const { store, by, made, create, list } = await withSite();
    const selectors = await callInBatches(SELECTOR_SUPPRESSIONS_MAX + 2, () => create({ selector: '#chat' }));
    expect(selectors.filter((each) => each === 'created')).toHaveLength(SELECTOR_SUPPRESSIONS_MAX);
    expect(selectors.filter((each) => each === 'selectors-full')).toHaveLength(2);
    const rest = SUPPRESSIONS_MAX - SELECTOR_SUPPRESSIONS_MAX;
    const others = await callInBatches(rest + 3, () => create({ rule: 'label' }));
    expect(others.filter((each) => each === 'created')).toHaveLength(rest);
    expect(others.filter((each) => each === 'full')).toHaveLength(3);
    const all = await list();
    expect(all).toHaveLength(SUPPRESSIONS_MAX);
    const [first] = all;
    if (!first) throw new Error('none kept');
    const twice = await Promise.all([1, 2].map(() => removeSuppression(store, first, by, now)));
    expect(twice.sort()).toEqual(['deleted', 'gone']);
    expect(await create({ selector: '#chat' })).toBe('created');
    expect(await insertSuppression(store, made({ rule: 'label' }), by, now)).toBe('full');
  });

  it('are changed by one of two concurrent writers, and not after deletion', async () => {
    const { store, by, made } = await withSite();
    const one = made({ rule: 'label' });
    await insertSuppression(store, one, by, now);
    const change = (reason: string) =>
      replaceSuppression(store, one, applySuppressionChange(one, { reason }, now), by, now);
    expect((await Promise.all([change('a'), change('b')])).sort()).toEqual(['changed', 'updated']);
    await removeSuppression(store, one, by, now);
    expect(await change('c')).toBe('gone');
  });

  it('cannot be created for a deleted site, and are deleted with it', async () => {
    const { store, by, accountId, siteId, create, list } = await withSite();
    await create({ rule: 'label' });
    await removeSite(store, accountId, siteId, by, now);
    expect(await create({ rule: 'label' })).toBe('site-gone');
    await deleteSiteData(store, siteId);
    expect(await list()).toEqual([]);
  });
});

/** Makes many calls, a few at a time. */
async function callInBatches<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < count) {
    const few = Math.min(4, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: few }, call))));
  }
  return answers;
}
