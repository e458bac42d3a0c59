import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindingKind } from '../../../core/findings/finding-kind.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';
import { FindingSpool } from '../../../functions/finish-scan/finding-spool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const findingOf = (kind: FindingKind, ruleId: string, html: string) =>
  ({ kind, ruleId, node: { html } }) as unknown as ReportFinding;

/** Adds findings of several rules in turn, with too much text to fit into memory. */
async function filled(rules: number, of: number, length: number): Promise<FindingSpool> {
  const spool = new FindingSpool(folder);
  for (let index = 0; index < of; index++) {
    for (let rule = 0; rule < rules; rule++) {
      const finding = findingOf(
        rule % 2 === 0 ? 'violation' : 'review',
        `rule-${rule}`,
        `${index}-${'ü\n'.repeat(length)}`,
      );
      await spool.add(finding, JSON.stringify(finding));
    }
  }
  return spool;
}

const htmlOf = (row: string) => (JSON.parse(row) as ReportFinding).node.html.split('-')[0];

describe('findings on disk', () => {
  it('are returned in the requested order of rules, and within a rule in the order of arrival', async () => {
    const spool = await filled(3, 400, 2_000);
    expect(await readdir(folder)).toHaveLength(3);
    const order = [
      { kind: 'review' as const, ruleId: 'rule-1' },
      { kind: 'violation' as const, ruleId: 'rule-2' },
    ];
    const rows = await Array.fromAsync(spool.drain(order));
    const numbers = Array.from({ length: 400 }, (_, index) => String(index));
    expect(rows.map(htmlOf)).toEqual([...numbers, ...numbers]);
    // Only rules that were not requested are left.
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('can be selected, whether on disk or in memory', async () => {
    const spool = await filled(1, 50, 10);
    const picked = await spool.pick('violation', 'rule-0', [0, 7, 49]);
    expect(picked.map(({ html }) => html.split('-')[0])).toEqual(['0', '7', '49']);
    expect(await spool.pick('review', 'rule-0', [0])).toEqual([]);
  });

  it('of a rule without findings are empty', async () => {
    const spool = new FindingSpool(folder);
    expect(await Array.fromAsync(spool.drain([{ kind: 'violation', ruleId: 'label' }]))).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});
