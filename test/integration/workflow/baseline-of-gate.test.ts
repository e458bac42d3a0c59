import { describe, expect, it } from 'vitest';
import { baselineOf, four, one, three, two, useGates, X, Y } from './gates.ts';

/**
 * One case of each way to a baseline. test/unit/comparison/baseline-line.test.ts has the rules, and
 * baseline-of-gate.all.test.ts has longer histories.
 */
const { createSite, createSiteWithoutBaseline, accept, expectAccepted, key, workflow } = useGates();

describe('a deleted scan', () => {
  it('makes no gate green: without its baseline a gate is inconclusive until another scan is accepted', async () => {
    const site = await createSiteWithoutBaseline();
    const back = await site.scan({ commit: three, faults: [X] });
    expect(back.gate).toBe('inconclusive');
    expect(back.report.gate.reasons.map(({ code }) => code)).toEqual(['no-baseline']);
    expect((await accept((await site.scan({ commit: three })).id)).status).toBe(200);
    expect(await site.scan({ commit: four, faults: [X] })).toMatchObject({ gate: 'failed', news: ['x'] });
  });
});

describe('a build that failed because of a new finding', () => {
  it('fails again when it is retried, and with the next commit, until it is fixed', async () => {
    const site = await createSite();
    const first = await site.scan({ commit: one });
    expect(first.report.gate).toMatchObject({ result: 'inconclusive', reasons: [{ code: 'no-baseline' }] });
    const again = await site.scan({ commit: one });
    expect(again.gate).toBe('inconclusive');
    expect(again.report.comparison.whyNone).toMatch(/same commit/);
    for (const commit of [two, three]) {
      const red = await site.scan({ commit, faults: [X] });
      expect(red).toMatchObject({ gate: 'failed', news: ['x'] });
      expect(baselineOf(red)).toBe(again.id);
    }
    const fixed = await site.scan({ commit: four });
    expect(fixed.gate).toBe('passed');
    const back = await site.scan({ commit: three, faults: [X] });
    expect(back).toMatchObject({ gate: 'failed', news: ['x'] });
    expect(baselineOf(back)).toBe(fixed.id);
  });
});

describe('a pull request', () => {
  it('is compared with the latest passed state of the target branch, even if later scans of that branch failed', async () => {
    const site = await createSite();
    await site.scan({ commit: one, branch: 'main' });
    const green = await site.scan({ commit: two, branch: 'main' });
    expect((await site.scan({ commit: three, branch: 'main', faults: [Y] })).gate).toBe('failed');
    const red = await site.scan({ commit: four, faults: [X, Y], branch: 'menu', targetBranch: 'main' });
    expect(red).toMatchObject({ gate: 'failed', news: ['x', 'y'] });
    expect(red.report.comparison.baseline).toMatchObject({ scanId: green.id, chosenBy: 'target-branch' });
  });
});

describe('a scan that is accepted', () => {
  it('is the baseline of its own commit and of later ones; later findings are new', async () => {
    const site = await createSite();
    const red = await site.scan({ commit: two, faults: [X] });
    await expectAccepted(red);
    const again = await site.scan({ commit: two, faults: [X] });
    expect(again.gate).toBe('passed');
    expect(baselineOf(again)).toBe(red.id);
    expect(await site.scan({ commit: four, faults: [X, Y] })).toMatchObject({ gate: 'failed', news: ['y'] });
  });

  it('must be completed and have a stored report', async () => {
    const body = { name: 'Gone', url: 'http://127.0.0.1:9/' };
    const { json: gone } = await key().call('POST', '/sites', { body });
    const failed = await workflow().scan(key(), gone.id, { rules: ['wcag-a'] });
    expect((await accept(failed.id)).json).toMatchObject({
      status: 409,
      code: 'scan-not-completed',
      detail: 'The scan is failed. Only a completed scan with a report can be accepted.',
    });
    const site = await createSite();
    const { id } = await site.scan({});
    expect((await accept(id, ' ')).json.errors).toMatchObject([
      { path: 'reason', message: 'must not be empty; give the reason' },
    ]);
    expect((await accept(`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).status).toBe(404);
    await key().call('DELETE', `/sites/${site.id}`);
    expect((await accept(id)).json).toMatchObject({ status: 409, code: 'nothing-to-report' });
  });
});
