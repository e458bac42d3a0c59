import { describe, expect, it } from 'vitest';
import { readAlertState } from '../../../adapters/dynamodb/alert-states.ts';
import { insertAlert } from '../../../adapters/dynamodb/alerts.ts';
import { removeWebhook, replaceWebhook } from '../../../adapters/dynamodb/webhooks.ts';
import { createAlertId } from '../../../core/alerts/alert.ts';
import { createId } from '../../../core/ids.ts';
import { listDeliveries } from '../../support/reported-messages.ts';
import { imageEntry, Reported, useEvents } from './event-sites.ts';

/**
 * What events need of the service. test/unit/alerts has the rules against noise, and events.all.test.ts has whole
 * histories.
 */
const { addAlert, addWebhook, createSite, account, by, workflow } = useEvents();
const now = new Date();

describe('the first scan of a site', () => {
  it('gives a summary, and nothing counts as new', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    const reported = await site.scan({ faults: ['a', 'b'], config: { failOn: { any: 'minor' } } });
    expect(reported.titles).toEqual([`First scan, 2 problems: ${site.name}`]);
    expect(reported.events).toEqual(['scan.completed']);
  });
});

describe('a new problem', () => {
  it('is reported once, with its fix, until it is fixed; then it is reported that it is fixed', async () => {
    await addAlert();
    await addAlert({ impact: 'critical' });
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    // Only one of the alerts reports serious problems.
    expect((await site.scan({ faults: ['link'] })).titles).toEqual([`1 new problem: ${site.name}`]);
    const reported = await site.scan({ faults: ['link', 'a'] });
    expect(reported.titles).toEqual(Array(2).fill(`1 new problem: ${site.name}`));
    expect(reported.events).toEqual(['issues.new', 'scan.completed']);
    expect(reported.messages[0]?.sections[0]?.entries[0]).toMatchObject(imageEntry);
    expect((await site.scan({ faults: ['link', 'a'] })).titles).toEqual([]);
    const fixed = await site.scan({ faults: ['link'] });
    expect(fixed.titles).toEqual(Array(2).fill(`1 problem fixed: ${site.name}`));
    expect(fixed.events).toEqual(['issues.fixed', 'scan.completed']);
    const back = await site.scan({ faults: ['link', 'a'] });
    expect(back.titles).toEqual(Array(2).fill(`1 problem came back: ${site.name}`));
    // Scans of pull requests alert nobody, but webhooks hear that they ended.
    const { events, titles } = await site.scan({ faults: ['b'], metadata: { pullRequest: '7' } });
    expect([titles, events]).toEqual([[], ['scan.completed']]);
  });

  it('is not reported if it is suppressed', async () => {
    await addAlert();
    const site = await createSite();
    await site.scan({});
    const body = { match: { rule: 'image-alt' }, reason: 'Known' };
    expect((await account().key.call('POST', `/sites/${site.siteId}/suppressions`, { body })).status).toBe(
      201,
    );
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
  });
});

describe('a change of the rules', () => {
  it('gives one note instead of an alert if the scan has other rules', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({ faults: ['link'], rules: ['wcag-a'] });
    const reported = await site.scan({ faults: ['link', 'a'], rules: ['wcag-aa', 'best-practice'] });
    expect(reported.titles).toEqual([`The rules changed: ${site.name}`]);
    expect(reported.events).toEqual(['rules.changed', 'scan.completed']);
  });
});

describe('a site that cannot be reached, and a gate that fails', () => {
  it('are reported once', async () => {
    await addAlert({ events: ['site.unreachable', 'gate.failed'] });
    const site = await createSite();
    const scan = async (shown: object) =>
      (await site.scan({ ...shown, config: { failOn: { any: 'serious' } } })).titles;
    expect(await scan({})).toEqual([]);
    expect(await scan({ down: ['/'] })).toEqual([`No page could be scanned: ${site.name}`]);
    expect(await scan({ down: ['/'] })).toEqual([]);
    expect(await scan({ faults: ['a'] })).toEqual([`Gate failed: ${site.name}`]);
    expect(await scan({ faults: ['a'] })).toEqual([]);
  });
});

describe('scans of other branches than the main one', () => {
  it('alert only those who name the branch', async () => {
    await addAlert();
    const site = await createSite({ mainBranch: 'main' });
    await site.scan({ branch: 'main' });
    expect((await site.scan({ branch: 'next', faults: ['a'] })).titles).toEqual([]);
    expect(await readAlertState(workflow().api.tables.store, site.siteId, 'next')).toBeUndefined();
    await addAlert({ branches: ['next', 'beta'] });
    expect((await site.scan({ branch: 'beta', faults: ['a'] })).titles).toEqual([
      `First scan, 1 problem: ${site.name}`,
    ]);
    expect((await site.scan({ branch: 'main', faults: ['a'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
  });
});

describe('who hears', () => {
  it('is nobody who may not access the site, or is no member any more', async () => {
    const site = await createSite();
    const other = await createSite();
    const { accountId, person } = account();
    const limited = await workflow().api.member(accountId, 'viewer', { siteIds: [other.siteId] });
    const gone = createId('person', now);
    const { store } = workflow().api.tables;
    const alert = await addAlert();
    const people = [person.personId, limited.personId, gone];
    const wider = { ...alert, alertId: createAlertId(now), channel: { kind: 'mail' as const, people } };
    await insertAlert(store, wider, { by: by(), now });
    const reported = await site.scan({});
    const recipients = reported.deliveries.flatMap(({ channel }) =>
      channel.kind === 'mail' && channel.alertId === wider.alertId ? [channel.to] : [],
    );
    expect(recipients).toEqual([{ personId: person.personId }]);
  });

  it('is decided by the labels of the site when the scan ends', async () => {
    await addAlert({ sites: { labels: ['Web Team'] } });
    const site = await createSite({ labels: ['web team'] });
    const other = await createSite({ labels: ['shop'] });
    expect((await site.scan({})).titles).toHaveLength(1);
    expect((await other.scan({})).titles).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('that is disabled misses nothing: what happens is listed, and is sent when somebody requests it', async () => {
    await addWebhook({ disabled: { at: now.toISOString(), reason: 'failing' } });
    const site = await createSite();
    const { deliveries } = await site.scan({});
    expect(
      deliveries.map(({ content, state, nextAttemptAt }) => [content.type, state, nextAttemptAt]),
    ).toEqual([['scan.completed', 'dropped', undefined]]);
  });

  it('is reported to the administrators as it was at each change, also if it was changed back or deleted', async () => {
    const { accountId, key } = account();
    await workflow().api.member(accountId, 'admin');
    const { store } = workflow().api.tables;
    const first = await addWebhook();
    const author = { keyId: key.record.keyId, name: 'Terraform' };
    const change = { by: by(), now, author };
    const second = {
      ...first,
      url: 'https://attacker.example/',
      updatedAt: new Date(now.getTime() + 1).toISOString(),
    };
    await replaceWebhook(store, first, second, { ...change, change: 'changed', changed: ['url'] });
    const third = { ...first, updatedAt: new Date(now.getTime() + 2).toISOString() };
    await replaceWebhook(store, second, third, { ...change, change: 'changed', changed: ['url'] });
    await removeWebhook(store, third, { ...change, change: 'deleted' });
    await workflow().sweep(new Date(Date.now() + 60_000));
    await workflow().drainQueues();
    const { messages } = new Reported(await listDeliveries(store, accountId));
    expect(messages.map(({ title }) => title).sort()).toEqual([
      'Webhook changed: https://attacker.example/',
      'Webhook changed: https://hooks.example/',
      'Webhook created: https://hooks.example/',
      'Webhook deleted: https://hooks.example/',
    ]);
    const [changed] = messages.filter(({ title }) => title.endsWith('attacker.example/'));
    expect(changed?.intro).toEqual([
      'The API key “Terraform” changed an endpoint of webhooks. Events of the account are sent to it as it is now.',
      'What changed: URL.',
      'If this was not intended, delete the endpoint, and revoke the key.',
    ]);
  });
});
