import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBaseline } from '../../../../cli/local/read-baseline.ts';
import { computeComparableKey } from '../../../../core/comparison/comparable-key.ts';
import type { Report } from '../../../../core/reports/report.ts';
import { toReportSource } from '../../../../core/reports/report-source.ts';
import { createEmptyComparison } from '../../../../core/reports/report-subject.ts';
import type { RuleSetName } from '../../../../core/rule-sets/rule-sets.ts';
import { scanSettingsDefault } from '../../../../core/scans/scan-settings.ts';
import { renderers } from '../../../../formats/renderers.ts';
import { buildReport } from '../../../support/build-report.ts';
import { richInput } from '../../reports/fixtures.ts';

let folder: string;
let report: Report;
const rules: RuleSetName[] = ['wcag-aa', 'best-practice'];
const now = { rules, settings: scanSettingsDefault };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-baseline-'));
  const key = computeComparableKey(now.rules, now.settings);
  report = await buildReport({ ...richInput(), comparison: createEmptyComparison(key, 'None.') });
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string, comparable = now) {
  await writeFile(join(folder, 'report.json'), content);
  return readBaseline('report.json', folder, comparable);
}
const changed = (change: object) => JSON.stringify({ ...report, ...change });

describe('a baseline', () => {
  it('is a report in the JSON format, relative to the working directory', async () => {
    const baseline = await read(JSON.stringify(report));
    expect(baseline.scan.id).toBe(report.scan.id);
    expect(baseline.violations.map(({ ruleId }) => ruleId)).toEqual(
      report.violations.map(({ ruleId }) => ruleId),
    );
  });

  it('may have a later minor version, and begin with a byte order mark', async () => {
    const baseline = await read(`\ufeff${changed({ schemaVersion: '1.999', added: true })}`);
    expect(baseline.schemaVersion).toBe('1.999');
  });

  it('is a usage error if the file does not exist or is a folder', async () => {
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    const wrong = { exitStatus: 'usage', code: 'baseline-unreadable' };
    await expect(readBaseline('none.json', folder, now)).rejects.toMatchObject({
      ...wrong,
      message: '--baseline none.json does not exist.',
    });
    await expect(readBaseline('report.json/x', folder, now)).rejects.toMatchObject(wrong);
    await expect(readBaseline('a-folder', folder, now)).rejects.toMatchObject({
      ...wrong,
      message: '--baseline a-folder is a folder.',
    });
  });

  it('in another format is reported with that format', async () => {
    const renderIn = async (name: keyof typeof renderers) =>
      (await Array.fromAsync(renderers[name](toReportSource(report)))).join('');
    const said = async (content: string) => {
      const error = await read(content).catch((reason) => reason);
      expect(error).toMatchObject({ exitStatus: 'usage', code: 'baseline-malformed' });
      return error.message;
    };
    expect(await said(await renderIn('html'))).toContain('is not JSON');
    expect(await said(await renderIn('junit'))).toContain('is not JSON');
    expect(await said(await renderIn('sarif'))).toContain('SARIF');
    expect(await said(await renderIn('earl'))).toContain('EARL');
    expect(await said(await renderIn('gitlab-code-quality'))).toContain('GitLab');
    expect(await said('')).toContain('is not JSON');
    expect(await said('null')).toContain('not a report');
    expect(await said(JSON.stringify({ ending: 'passed', scan: {} }))).toContain('--json');
    expect(await said(changed({ schemaVersion: 'x' }))).toContain('no version');
  });

  it('that is truncated or edited is reported with the position of the error', async () => {
    const [page] = report.pages;
    await expect(read(JSON.stringify(report).slice(0, -100))).rejects.toMatchObject({
      code: 'baseline-malformed',
    });
    await expect(read(changed({ pages: [{ ...page, outcome: '\u001b[2Jodd' }] }))).rejects.toMatchObject({
      code: 'baseline-malformed',
      message: expect.stringContaining('pages.0.outcome'),
    });
  });

  it('of a later major version is rejected with the request to update', async () => {
    await expect(read(changed({ schemaVersion: '2.0' }))).rejects.toMatchObject({
      exitStatus: 'usage',
      code: 'baseline-too-new',
      message: '--baseline report.json is a report of version 2.0; this a11y-scan supports 1.x.',
    });
  });

  it('of a scan that did not complete is rejected', async () => {
    const scan = { ...report.scan, status: 'cancelled' };
    await expect(read(changed({ scan }))).rejects.toMatchObject({
      code: 'baseline-unfinished',
      message: expect.stringContaining('was cancelled'),
    });
  });

  it('of a scan with other settings is rejected with the settings that differ', async () => {
    const page = { ...now.settings.page, colorScheme: 'dark' as const, locale: 'de' };
    const other = { rules: ['wcag-aa' as const], settings: { ...now.settings, page } };
    await expect(read(JSON.stringify(report), other)).rejects.toMatchObject({
      exitStatus: 'usage',
      code: 'baseline-not-comparable',
      message: '--baseline report.json differs from this scan in rules, colorScheme, locale.',
    });
  });

  it('whose comparable key has another meaning is rejected', async () => {
    const comparison = { ...report.comparison, comparableKey: 'ffffffffffffffff' };
    await expect(read(changed({ comparison }))).rejects.toMatchObject({ code: 'baseline-not-comparable' });
  });
});
