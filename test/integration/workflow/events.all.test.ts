import { describe, expect, it } from 'vitest';
import { readAlertState } from '../../../adapters/dynamodb/alert-states.ts';
import { imageEntry, useEvents } from './event-sites.ts';

const { addAlert, addWebhook, createSite, workflow } = useEvents();

describe('a new problem', () => {
  it('is reported once, with its fix, until it is fixed; then it is reported that it is fixed', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'] });
    expect(reported.titles).toEqual([`1 new problem: ${site.name}`]);
    expect(reported.events).toEqual(['issues.new', 'scan.completed']);
    expect(reported.messages[0]?.sections[0]?.entries[0]).toMatchObject(imageEntry);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
    const fixed = await site.scan({});
    expect(fixed.titles).toEqual([`1 problem fixed: ${site.name}`]);
    expect(fixed.events).toEqual(['issues.fixed', 'scan.completed']);
    expect((await site.scan({})).titles).toEqual([]);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([`1 problem came back: ${site.name}`]);
  });

  it('is reported once although a gate compares each scan with the same accepted one', async () => {
    await addAlert();
    const site = await createSite();
    const config = { failOn: { new: 'serious', minCoverage: 40 } };
    await site.scan({ config });
    const reported = await site.scan({ faults: ['a'], config });
    expect(reported.titles).toEqual([`1 new problem, Gate failed: ${site.name}`]);
    expect((await site.scan({ faults: ['a'], config })).titles).toEqual([]);
    expect((await site.scan({ config })).titles).toEqual([
      `Gate passed again, 1 problem fixed: ${site.name}`,
    ]);
  });

  it('is not reported by an alert of a higher impact', async () => {
    await addAlert({ impact: 'critical' });
    const site = await createSite();
    await site.scan({});
    expect((await site.scan({ faults: ['link'] })).titles).toEqual([]);
    expect((await site.scan({ faults: ['link', 'a'] })).titles).toEqual([`1 new problem: ${site.name}`]);
  });

  it('is not reported of a page that was never judged before, nor is one of a page that is not judged reported as fixed', async () => {
    await addAlert();
    const site = await createSite();
    await site.scan({ onSale: ['x'], down: ['/sale'] });
    expect((await site.scan({ onSale: ['x'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x'], down: ['/sale'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x'] })).titles).toEqual([]);
    expect((await site.scan({ onSale: ['x', 'y'] })).titles).toEqual([`1 new problem: ${site.name}`]);
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
    // Both go on, and each problem is reported once.
    expect((await site.scan({ faults: ['link', 'a'], rules: ['wcag-a'] })).titles).toEqual([]);
    const more = ['link', 'a', 'b'];
    const next = await site.scan({ faults: more, rules: ['wcag-aa', 'best-practice'] });
    expect(next.titles).toEqual([`1 new problem: ${site.name}`]);
    expect((await site.scan({ faults: more, rules: ['wcag-a'] })).titles).toEqual([]);
  });

  it('gives one note instead of an alert if axe-core has another version', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'], axe: '9.0.0' });
    expect(reported.titles).toEqual([`The rules changed: ${site.name}`]);
    expect(reported.events).toEqual(['rules.changed', 'scan.completed']);
    const next = await site.scan({ faults: ['a', 'b'], axe: '9.0.0' });
    expect(next.titles).toEqual([`1 new problem: ${site.name}`]);
  });
});

describe('scans that do not show the site', () => {
  it('of pull requests alert nobody, but webhooks hear that they ended', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const reported = await site.scan({ faults: ['a'], metadata: { pullRequest: '7' } });
    expect(reported.titles).toEqual([]);
    expect(reported.events).toEqual(['scan.completed']);
  });

  it('of other branches alert only those who name the branch', async () => {
    await addAlert();
    const site = await createSite({ mainBranch: 'main' });
    await site.scan({ branch: 'main' });
    expect((await site.scan({ branch: 'next', faults: ['a'] })).titles).toEqual([]);
    expect(await readAlertState(workflow().api.tables.store, site.siteId, 'next')).toBeUndefined();
    await addAlert({ branches: ['next', 'beta'] });
    expect((await site.scan({ branch: 'next', faults: ['a'] })).titles).toEqual([]);
    expect((await site.scan({ branch: 'beta', faults: ['a'] })).titles).toEqual([
      `First scan, 1 problem: ${site.name}`,
    ]);
    expect((await site.scan({ branch: 'next', faults: ['a', 'b'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
    expect((await site.scan({ branch: 'main', faults: ['a'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
  });

  it('report each problem once if some scans of the site name the branch and others do not', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({ branch: 'main' });
    expect((await site.scan({})).events).toEqual(['scan.completed']);
    expect((await site.scan({ branch: 'main', faults: ['a'] })).titles).toEqual([
      `1 new problem: ${site.name}`,
    ]);
    expect((await site.scan({ faults: ['a'] })).titles).toEqual([]);
  });
});

describe('a gate', () => {
  it('is reported when it fails after it did not, and when it recovers', async () => {
    await addAlert({ events: ['gate.failed', 'gate.recovered'] });
    const site = await createSite();
    const config = { failOn: { any: 'serious' } };
    const scan = (faults: string[], down: string[] = []) => site.scan({ faults, down, onSale: [], config });
    await scan([]);
    expect((await scan(['a'])).titles).toEqual([`Gate failed: ${site.name}`]);
    expect((await scan(['a', 'b'])).titles).toEqual([]);
    expect((await scan([])).titles).toEqual([`Gate passed again: ${site.name}`]);
    expect((await scan([])).titles).toEqual([]);
  });

  it('is not reported if it was failing at the first scan, nor its recovery', async () => {
    await addAlert({ events: ['gate.failed', 'gate.recovered'] });
    const site = await createSite();
    const config = { failOn: { any: 'serious' } };
    for (const faults of [['a'], ['a'], []]) expect((await site.scan({ faults, config })).titles).toEqual([]);
  });
});

describe('a site that cannot be reached', () => {
  it('is reported once, until a page is judged again', async () => {
    await addAlert();
    await addWebhook();
    const site = await createSite();
    await site.scan({});
    const down = { down: ['/'] };
    const reported = await site.scan(down);
    expect(reported.titles).toEqual([`No page could be scanned: ${site.name}`]);
    expect(reported.events).toEqual(['scan.failed', 'site.unreachable']);
    expect((await site.scan(down)).titles).toEqual([]);
    expect((await site.scan({})).titles).toEqual([]);
    expect((await site.scan(down)).titles).toEqual([`No page could be scanned: ${site.name}`]);
  });
});
