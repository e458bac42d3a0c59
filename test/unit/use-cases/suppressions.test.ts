import { describe, expect, it, vi } from 'vitest';
import {
  buildSuppression,
  createSuppressionSchema,
  type Suppression,
} from '../../../core/suppressions/suppression.ts';
import { createSuppression } from '../../../use-cases/create-suppression.ts';
import { deleteSuppression } from '../../../use-cases/delete-suppression.ts';
import { listSuppressions } from '../../../use-cases/list-suppressions.ts';
import { updateSuppression } from '../../../use-cases/update-suppression.ts';
import { accountId, key, makeSite, memory, now, problemOf, readAll, request, strangersTo } from './fakes.ts';

const site = makeSite();
const { siteId } = site;
const body = createSuppressionSchema.parse({ match: { rule: 'label' }, reason: 'Known' });
const author = { keyId: key.keyId, name: key.keyId };
const suppression = buildSuppression({ accountId, siteId, author }, body, now);
const { suppressionId } = suppression;
const tables = memory({ sites: [site] });
const past = new Date(now.getTime() - 1).toISOString();
const expired = [{ path: 'expiresAt', message: 'must be in the future' }];

describe('creating a suppression', () => {
  type Outcome = 'created' | 'site-gone' | 'full' | 'selectors-full';
  const service = (outcome: Outcome) => ({ ...tables, insertSuppression: vi.fn(async () => outcome) });
  const input = { ...request, siteId, body };

  it('writes it with its author', async () => {
    const dependencies = service('created');
    const made = await createSuppression(dependencies, input);
    expect(made).toMatchObject({ accountId, siteId, author, reason: 'Known', match: { rule: 'label' } });
    const by = { accountId, actor: key.keyId, sourceIp: key.sourceIp, requestId: 'request-1' };
    expect(dependencies.insertSuppression).toHaveBeenCalledWith(made, by, now);
  });

  it.each([
    ['site-gone', 'site-not-found', 'The site does not exist, or the caller has no access to it.'],
    ['full', 'suppressions-limit', 'suppressions, the maximum'],
    ['selectors-full', 'suppressions-limit', '50 suppressions with a selector, the maximum'],
  ] as const)('is refused if the table says %s', async (outcome, code, detail) => {
    const problem = await problemOf(createSuppression(service(outcome), input), code);
    expect(problem.detail).toContain(detail);
  });

  it('is refused with an expiry in the past', async () => {
    const call = createSuppression(service('created'), { ...input, body: { ...body, expiresAt: past } });
    expect((await problemOf(call, 'invalid-request')).errors).toEqual(expired);
  });
});

describe('changing a suppression', () => {
  type Outcome = 'updated' | 'changed' | 'gone';
  const service = (found: Suppression | undefined, ...outcomes: Outcome[]) => ({
    ...tables,
    findSuppression: vi.fn(async () => found),
    replaceSuppression: vi.fn(
      async (_before: Suppression, _after: Suppression) => outcomes.shift() ?? 'changed',
    ),
  });
  const input = { ...request, siteId, suppressionId, body: { reason: 'Planned' } };

  it('replaces it as it was read, and retries if another writer was first', async () => {
    const dependencies = service(suppression, 'changed', 'updated');
    expect(await updateSuppression(dependencies, input)).toMatchObject({ suppressionId, reason: 'Planned' });
    expect(dependencies.findSuppression).toHaveBeenCalledTimes(2);
  });

  it('gives up after four attempts', async () => {
    const { detail } = await problemOf(updateSuppression(service(suppression), input), 'service-unavailable');
    expect(detail).toBe('Other callers are changing the suppression. Try again.');
  });

  it('is refused if it no longer exists, or with an expiry in the past', async () => {
    await problemOf(updateSuppression(service(undefined), input), 'suppression-not-found');
    await problemOf(updateSuppression(service(suppression, 'gone'), input), 'suppression-not-found');
    const late = updateSuppression(service(suppression), { ...input, body: { expiresAt: past } });
    expect((await problemOf(late, 'invalid-request')).errors).toEqual(expired);
  });
});

describe('deleting a suppression', () => {
  const service = (found: Suppression | undefined, outcome: 'deleted' | 'gone') => ({
    ...tables,
    findSuppression: async () => found,
    removeSuppression: vi.fn(async () => outcome),
  });
  const input = { ...request, siteId, suppressionId };

  it('removes it once', async () => {
    const dependencies = service(suppression, 'deleted');
    await deleteSuppression(dependencies, input);
    expect(dependencies.removeSuppression).toHaveBeenCalledOnce();
    await problemOf(deleteSuppression(service(undefined, 'deleted'), input), 'suppression-not-found');
    await problemOf(deleteSuppression(service(suppression, 'gone'), input), 'suppression-not-found');
  });
});

describe('the list of suppressions', () => {
  const all = ['a', 'b', 'c'].map((name) => ({ ...suppression, suppressionId: `supp_${name}` }));
  const service = { ...tables, listSuppressions: async () => all };

  it('is read page by page', async () => {
    const pages = await readAll((cursor) =>
      listSuppressions(service, { principal: key, siteId, limit: 2, cursor }),
    );
    expect(pages).toEqual([all.slice(0, 2), all.slice(2)]);
  });
});

describe('suppressions of a site that the principal may not access', () => {
  it.each(strangersTo())('are not found by a principal %s', async (_, principal) => {
    const none = () => expect.unreachable();
    const input = { ...request, principal: { ...key, ...principal }, siteId, suppressionId };
    const calls = [
      listSuppressions({ ...tables, listSuppressions: none }, { principal, siteId, limit: 1 }),
      createSuppression(
        { ...tables, insertSuppression: none },
        { ...input, principal: input.principal as typeof key, body },
      ),
      updateSuppression(
        { ...tables, findSuppression: none, replaceSuppression: none },
        { ...input, body: { reason: 'x' } },
      ),
      deleteSuppression({ ...tables, findSuppression: none, removeSuppression: none }, input),
    ];
    for (const call of calls) await problemOf(call, 'site-not-found');
  });
});
