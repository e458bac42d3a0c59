import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../../../cli/run.ts';
import type { CommandName, Flags } from '../../../../cli/settings/flags.ts';
import { resolveSettings } from '../../../../cli/settings/resolve-settings.ts';
import type { FileFailOn } from '../../../../cli/settings/set-fail-on.ts';
import { fakeHost } from '../../../support/cli-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'a11y-scan-fail-on-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the gate of a scan with a configuration file, and the notes about it. */
function gateOf(ofFile: FileFailOn | 'nothing', flags: Flags = {}, command: CommandName = 'local') {
  const content = JSON.stringify({ config: { failOn: ofFile } });
  writeFileSync(join(folder, 'a11y-scan.config.json'), content);
  const { settings, sources } = resolveSettings(command, flags, fakeHost({ env: {}, cwd: folder }).host);
  const { failOn } = settings.config;
  const { new: news, any, total, bestPractice } = failOn ?? {};
  const thresholds = { new: news, any, total, bestPractice };
  return { thresholds, failOn, notes: settings.notes ?? [], sources: sources.all() };
}

test('applies new thresholds of the file to all findings of the impact, and keeps other thresholds', () => {
  const given: FileFailOn = { new: 'serious', total: 100, review: true, minCoverage: 50 };
  const { failOn, notes, sources } = gateOf(given);
  expect(failOn).toEqual({
    any: 'serious',
    total: 100,
    review: true,
    minCoverage: 50,
    onNoBaseline: 'report',
  });
  expect(notes).toEqual([
    'The gate of a11y-scan.config.json is new=serious. Without --baseline it is unknown which violations are new, so this scan fails on any=serious instead. To fail only on new violations: --baseline report.json, the JSON report of an earlier scan.',
  ]);
  expect(sources).toMatchObject({
    'config.failOn': 'a11y-scan.config.json',
    'config.failOn.any': 'a11y-scan.config.json: new=serious, as there is no --baseline',
  });
});

test.each<[FileFailOn, object, string | undefined]>([
  [
    { new: 'minor', any: 'critical' },
    { any: 'minor' },
    'a11y-scan.config.json: new=minor, as there is no --baseline',
  ],
  [{ new: 'critical', any: 'moderate' }, { any: 'moderate' }, undefined],
  [{ new: 'serious', any: 'serious' }, { any: 'serious' }, undefined],
])('applies the stricter one if the file has both new and any: %j', (given, thresholds, source) => {
  const gate = gateOf(given);
  expect(gate.thresholds).toEqual(thresholds);
  expect(gate.sources['config.failOn.any']).toBe(source);
  expect(gate.notes).toHaveLength(1);
});

test('treats best practices in the same way, and notes them too', () => {
  const { thresholds, notes } = gateOf({ new: 'serious', bestPractice: { new: 'critical', total: 3 } });
  expect(thresholds).toEqual({ any: 'serious', bestPractice: { any: 'critical', total: 3 } });
  expect(notes[0]).toContain('is new=serious, best-practice-new=critical. Without');
  expect(notes[0]).toContain('fails on any=serious, best-practice-any=critical instead.');
  expect(gateOf({ total: 5, bestPractice: { new: 'minor' } }).thresholds).toEqual({
    total: 5,
    bestPractice: { any: 'minor' },
  });
});

test('keeps thresholds that need no baseline, without a note', () => {
  for (const given of [
    { any: 'serious', total: 3 },
    { bestPractice: { any: 'minor' } },
    { new: 'serious', onNoBaseline: 'fail' },
  ] as const) {
    expect(gateOf(given)).toMatchObject({ failOn: given, notes: [] });
  }
  expect(gateOf('nothing')).toMatchObject({ failOn: undefined, notes: [] });
});

test('keeps new thresholds with a baseline, and for scans of the service', () => {
  for (const gate of [
    gateOf({ new: 'serious' }, { baseline: 'report.json' }),
    gateOf({ new: 'serious' }, {}, 'trigger'),
  ])
    expect(gate).toMatchObject({ thresholds: { new: 'serious' }, notes: [] });
});

test('keeps thresholds that a flag sets for this scan', () => {
  expect(gateOf({ any: 'minor' }, { failOn: ['new=serious'] })).toMatchObject({
    thresholds: { new: 'serious' },
    notes: [],
  });
  for (const value of ['report', 'fail'] as const) {
    expect(gateOf({ new: 'serious' }, { failOn: [`no-baseline=${value}`] })).toMatchObject({
      failOn: { new: 'serious', onNoBaseline: value },
      notes: [],
    });
  }
});

test('keeps the conversion if no flag is about new findings', () => {
  const { failOn, notes } = gateOf({ new: 'serious' }, { failOn: ['review', 'min-coverage=10'] });
  expect(failOn).toEqual({ any: 'serious', review: true, minCoverage: 10, onNoBaseline: 'report' });
  expect(notes).toHaveLength(1);
});

test('prints with --print-config the thresholds in effect, their sources, and the reason', async () => {
  const content = JSON.stringify({ config: { failOn: { new: 'serious', total: 100 } } });
  writeFileSync(join(folder, 'a11y-scan.config.json'), content);
  const { host, stdout } = fakeHost({ env: {}, cwd: folder });
  expect(await run(['local', 'http://localhost:8080/', '--print-config'], host)).toBe(0);
  const { settings, sources } = JSON.parse(stdout());
  expect(settings.config.failOn).toEqual({
    any: 'serious',
    total: 100,
    review: false,
    minCoverage: 90,
    onNoBaseline: 'report',
  });
  expect(settings.notes).toEqual([expect.stringContaining('so this scan fails on any=serious instead.')]);
  expect(sources['config.failOn.any']).toBe('a11y-scan.config.json: new=serious, as there is no --baseline');
});
