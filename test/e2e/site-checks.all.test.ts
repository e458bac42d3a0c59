import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Report } from '../../core/reports/report.ts';
import { fakeHost } from '../support/cli-host.ts';
import {
  type Garden,
  listFindings,
  listFixed,
  listNodes,
  listStates,
  planted,
  serveGarden,
} from './site-checks/garden.ts';

let garden: Garden;
let first: Report;
let second: Report;
let withMissing: Report;
let afterMissing: Report;
let fixed: Report;
beforeAll(async () => {
  garden = await serveGarden();
  first = await garden.scan();
  second = await garden.scan();
  garden.setBroken('/trees');
  withMissing = await garden.scan();
  garden.setBroken(null);
  afterMissing = await garden.scan();
  garden.setFaulty(false);
  fixed = await garden.scan();
  garden.setFaulty(true);
});
afterAll(() => garden?.stop());

describe('checks over all pages of a scan', () => {
  it('find the same findings again', () => {
    expect(listFindings(second)).toEqual(planted);
    expect(listNodes(second).map(({ node }) => node.fingerprint)).toEqual(
      listNodes(first).map(({ node }) => node.fingerprint),
    );
    expect(listStates(second)).toEqual(['unchanged']);
    expect(listFixed(second)).toEqual([]);
  });

  it('fix nothing, and leave the gate to the coverage, while a page cannot be scanned', () => {
    expect(listFindings(withMissing)).toEqual(
      planted.filter((line) => !line.startsWith('a11y-duplicate-title')),
    );
    expect(listFixed(withMissing)).toEqual([]);
    const roses = withMissing.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/roses'));
    expect(roses?.rules.find(({ ruleId }) => ruleId === 'a11y-duplicate-title')).toMatchObject({
      result: 'not-run',
    });
    expect(withMissing.gate.reasons.map(({ code }) => code)).not.toContain('rule-not-run');
  });

  it('find nothing new when the page can be scanned again', () => {
    expect(listFindings(afterMissing)).toEqual(planted);
    expect(listStates(afterMissing)).toEqual(['unchanged']);
  });

  it('report that the faults are fixed', () => {
    expect(listFindings(fixed)).toEqual([]);
    expect(listFixed(fixed).sort()).toEqual(planted.map((line) => line.split(' ')[0]));
  });

  it('report the same in a local scan', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'site-checks-'));
    try {
      const { host } = fakeHost({ env: {}, cwd: folder });
      await run(['local', garden.url, '--rules', 'wcag-aa', '--quiet', '--output', 'json=local.json'], host);
      const local: Report = JSON.parse(await readFile(join(folder, 'local.json'), 'utf8'));
      expect(listNodes(local).map(({ node }) => node.fingerprint)).toEqual(
        listNodes(first).map(({ node }) => node.fingerprint),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
