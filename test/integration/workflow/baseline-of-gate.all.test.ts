import { describe, expect, it } from 'vitest';
import { asksNew, baselineOf, four, LINK, one, onSale, three, two, useGates, X, Y } from './gates.ts';

const { createSite, createSiteWithoutBaseline, accept, expectAccepted } = useGates();

describe('a deleted scan', () => {
  it('makes no gate green: without its baseline a gate is inconclusive until another scan is accepted', async () => {
    const site = await createSiteWithoutBaseline();
    for (const commit of [three, four]) {
      const back = await site.scan({ commit, faults: [X] });
      expect(back.gate).toBe('inconclusive');
      expect(back.report.gate.reasons.map(({ code }) => code)).toEqual(['no-baseline']);
    }
    const clean = await site.scan({ commit: three });
    expect(clean.gate).toBe('inconclusive');
    expect((await accept(clean.id)).status).toBe(200);
    expect(await site.scan({ commit: four, faults: [X] })).toMatchObject({ gate: 'failed', news: ['x'] });
  });
});

describe('a build that failed because of a new finding', () => {
  it('fails again when it is retried, and with the next commit, until it is fixed', async () => {
    const site = await createSite();
    const first = await site.scan({ commit: one });
    expect(first.gate).toBe('inconclusive');
    const red = await site.scan({ commit: two, faults: [X] });
    expect(red).toMatchObject({ gate: 'failed', news: ['x'] });
    const again = await site.scan({ commit: two, faults: [X] });
    expect(again).toMatchObject({ gate: 'failed', news: ['x'] });
    expect(baselineOf(again)).toBe(first.id);
    expect(await site.scan({ commit: three, faults: [X] })).toMatchObject({ gate: 'failed', news: ['x'] });
    const fixed = await site.scan({ commit: four });
    expect(fixed.gate).toBe('passed');
    const back = await site.scan({ commit: three, faults: [X] });
    expect(back).toMatchObject({ gate: 'failed', news: ['x'] });
    expect(baselineOf(back)).toBe(fixed.id);
  });

  it('fails again without any metadata', async () => {
    const site = await createSite();
    await site.scan({});
    const passed = await site.scan({});
    expect(passed.gate).toBe('passed');
    for (let attempt = 0; attempt < 2; attempt++) {
      const red = await site.scan({ faults: [X] });
      expect(red).toMatchObject({ gate: 'failed', news: ['x'] });
      expect(baselineOf(red)).toBe(passed.id);
    }
  });

  it('fails again after a nightly scan without a gate, or with a less strict one', async () => {
    const site = await createSite();
    await site.scan({ commit: one });
    expect((await site.scan({ commit: two, faults: [LINK] })).gate).toBe('failed');
    const nightly = (failOn: object | null) => site.scan({ commit: two, faults: [LINK], failOn });
    expect((await nightly(null)).gate).toBeNull();
    expect((await nightly({ any: 'critical', total: 50 })).gate).toBe('passed');
    // An empty link is serious, not critical.
    expect((await nightly({ new: 'critical' })).gate).toBe('passed');
    expect((await nightly({ bestPractice: { new: 'minor' } })).gate).toBe('passed');
    for (const commit of [two, three]) {
      expect(await site.scan({ commit, faults: [LINK] })).toMatchObject({ gate: 'failed', news: ['link'] });
    }
    expect((await nightly({ new: 'critical', any: 'serious' })).gate).toBe('failed');
  });

  it('fails again when the page of the fault was not reached in between', async () => {
    const site = await createSite();
    await site.scan({ commit: one });
    expect(await site.scan({ commit: two, ...onSale })).toMatchObject({
      gate: 'failed',
      news: ['x'],
    });
    expect((await site.scan({ commit: three, ...onSale, down: ['/sale'] })).gate).toBe('passed');
    expect(await site.scan({ commit: four, ...onSale })).toMatchObject({
      gate: 'failed',
      news: ['x'],
    });
  });

  it('fails again when the page itself is new and was not scanned in between', async () => {
    const site = await createSite();
    await site.scan({ commit: one });
    expect(await site.scan({ commit: two, ...onSale })).toMatchObject({
      gate: 'failed',
      news: ['x'],
    });
    for (const unreached of [{ down: ['/sale'] }, { config: { maxPages: 1 } }]) {
      expect((await site.scan({ commit: three, ...onSale, ...unreached })).gate).toBe('passed');
    }
    expect(await site.scan({ commit: four, ...onSale })).toMatchObject({
      gate: 'failed',
      news: ['x'],
    });
  });
});

describe('the first scan of a site', () => {
  it('is inconclusive, and so is a retry of the same commit; the next commit is compared with it', async () => {
    const site = await createSite();
    const first = await site.scan({ commit: one, faults: [X] });
    expect(first.report.gate).toMatchObject({ result: 'inconclusive', reasons: [{ code: 'no-baseline' }] });
    const again = await site.scan({ commit: one, faults: [X] });
    expect(again.gate).toBe('inconclusive');
    expect(again.report.comparison.whyNone).toMatch(/same commit/);
    const next = await site.scan({ commit: two, faults: [X, Y] });
    expect(next).toMatchObject({ gate: 'failed', news: ['y'] });
    expect(baselineOf(next)).toBe(again.id);
  });

  it('never passes on a retry when it failed because every finding counts as new', async () => {
    const site = await createSite();
    const strict = { failOn: { ...asksNew, onNoBaseline: 'fail' } };
    expect((await site.scan({ commit: one, faults: [X], ...strict })).gate).toBe('failed');
    expect((await site.scan({ commit: two, faults: [X], ...strict })).gate).toBe('failed');
    const lenient = await site.scan({ commit: three, faults: [X] });
    expect(lenient.gate).toBe('inconclusive');
    expect(lenient.report.comparison.whyNone).toMatch(/accept/);
    expect((await site.scan({ commit: four, faults: [X], branch: 'menu' })).gate).toBe('inconclusive');
    expect((await site.scan({ commit: one, faults: [X], branch: 'menu' })).gate).toBe('inconclusive');
  });

  it('does not pass when a page is unreachable once and every finding counts as new', async () => {
    const site = await createSite();
    const strict = { failOn: { ...asksNew, onNoBaseline: 'fail' } };
    expect((await site.scan({ commit: one, ...onSale, ...strict })).gate).toBe('failed');
    const unreached = { ...onSale, down: ['/sale'], ...strict };
    expect((await site.scan({ commit: two, ...unreached })).gate).toBe('passed');
    expect(await site.scan({ commit: three, ...onSale })).toMatchObject({
      gate: 'failed',
      news: ['x'],
    });
  });

  it('is the baseline without a gate too, and later scans without a gate are not', async () => {
    const site = await createSite();
    const first = await site.scan({ commit: one, failOn: null });
    await site.scan({ commit: two, faults: [X], failOn: null });
    const asked = await site.scan({ commit: three, faults: [X] });
    expect(asked).toMatchObject({ gate: 'failed', news: ['x'] });
    expect(baselineOf(asked)).toBe(first.id);
  });

  it('under other rules is inconclusive like the first of all', async () => {
    const site = await createSite();
    await site.scan({ commit: one });
    expect((await site.scan({ commit: two, faults: [X] })).gate).toBe('failed');
    const other = { config: { rules: ['wcag-a', 'wcag-aa'] } };
    expect((await site.scan({ commit: two, faults: [X], ...other })).gate).toBe('inconclusive');
    expect((await site.scan({ commit: two, faults: [X] })).gate).toBe('failed');
  });
});

describe('a pull request', () => {
  const pull = { branch: 'menu', targetBranch: 'main' };

  it('is compared with the latest passed state of the target branch, even if later scans of that branch failed', async () => {
    const site = await createSite();
    await site.scan({ commit: one, branch: 'main' });
    const green = await site.scan({ commit: two, branch: 'main' });
    expect(green.gate).toBe('passed');
    for (let attempt = 0; attempt < 2; attempt++) {
      const red = await site.scan({ commit: three, faults: [X], ...pull });
      expect(red).toMatchObject({ gate: 'failed', news: ['x'] });
      expect(red.report.comparison.baseline).toMatchObject({ scanId: green.id, chosenBy: 'target-branch' });
    }
    expect((await site.scan({ commit: '5555555', branch: 'main', faults: [Y] })).gate).toBe('failed');
    const onRed = await site.scan({ commit: four, faults: [Y], ...pull });
    expect(onRed).toMatchObject({ gate: 'failed', news: ['y'] });
    expect(baselineOf(onRed)).toBe(green.id);
    expect((await site.scan({ commit: '6666666', ...pull })).gate).toBe('passed');
  });

  it('does not pass through a first scan of its branch without a gate', async () => {
    const site = await createSite();
    await site.scan({ commit: one, branch: 'main' });
    await site.scan({ commit: two, branch: 'menu', faults: [X], failOn: null });
    expect((await site.scan({ commit: three, branch: 'menu', faults: [X] })).gate).toBe('failed');
  });

  it('passes after it was accepted, and the target branch stays unchanged', async () => {
    const site = await createSite();
    await site.scan({ commit: one, branch: 'main' });
    const red = await site.scan({ commit: two, faults: [X], ...pull });
    await accept(red.id);
    const again = await site.scan({ commit: two, faults: [X], ...pull });
    expect(again.gate).toBe('passed');
    expect((await site.scan({ commit: three, faults: [X, Y], ...pull })).news).toEqual(['y']);
    expect((await site.scan({ commit: two, branch: 'main', faults: [X] })).gate).toBe('failed');
  });
});

describe('a scan that is accepted', () => {
  it('is the baseline of its own commit and of later ones; later findings are new', async () => {
    const site = await createSite();
    await site.scan({ commit: one });
    const red = await site.scan({ commit: two, faults: [X] });
    await expectAccepted(red);
    const again = await site.scan({ commit: two, faults: [X] });
    expect(again.gate).toBe('passed');
    expect(baselineOf(again)).toBe(red.id);
    expect((await site.scan({ commit: three, faults: [X] })).gate).toBe('passed');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await site.scan({ commit: four, faults: [X, Y] })).toMatchObject({
        gate: 'failed',
        news: ['y'],
      });
    }
  });
});
