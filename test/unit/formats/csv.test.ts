import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { toReportSource } from '../../../core/reports/report-source.ts';
import { csvColumns, renderCsv } from '../../../formats/csv.ts';
import { escapeCsvCell } from '../../../formats/escaping/csv-cell.ts';
import { findings, pictureId, report, SUPPRESSION, textOf } from './report.ts';

const text = await textOf(renderCsv(toReportSource(report())));
const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });

describe('the report as CSV', () => {
  it('has a row for each finding, in the order of the report, for each fixed finding, and for each rule that did not run', () => {
    expect(rows.map(({ state, rule, selector }) => [state, rule, selector])).toEqual([
      ['new', 'image-alt', '#hero'],
      ['unchanged', 'image-alt', '#logo'],
      ['unchanged', 'image-alt', '#logo:nth-child(2)'],
      ['regressed', 'image-alt', '#late'],
      ['new', 'color-contrast', '#price'],
      ['unknown', 'color-contrast', '#tag'],
      ['unchanged', 'label', '#q'],
      ['reclassified', 'region', '#host >>> .in | #aside'],
      ['new', 'color-contrast', '#over-picture'],
      ['fixed', 'list', '#menu > ul'],
      ['', 'target-size', ''],
      ['', 'target-size', ''],
      ['', 'target-size', ''],
    ]);
    expect(rows.slice(-3).map(({ kind, how_to_fix }) => [kind, how_to_fix])).toEqual(
      Array.from({ length: 3 }, () => ['not-run', 'The rule took too long.']),
    );
  });

  it('fills all columns of a finding', () => {
    expect(rows[0]).toEqual({
      state: 'new',
      cause: 'page',
      kind: 'violation',
      impact: 'critical',
      rule: 'image-alt',
      help: 'Images must have alternative text',
      how_to_fix: 'Contrast 3.1:1, needs 4.5:1; #777777 on #ffffff.',
      success_criteria: '1.1.1',
      page_url: 'https://shop.example/',
      selector: '#hero',
      html: '<img src="/hero.png">',
      fingerprint: findings[0]?.node.fingerprint,
      issue_group: 'grp_image-alt',
      suppressed_by: '',
      picture: pictureId,
      decision: '',
      decision_reason: '',
      decision_author: '',
      source: 'axe-core',
    });
    expect(rows.find(({ rule }) => rule === 'label')?.suppressed_by).toBe(SUPPRESSION);
  });

  it('is UTF-8 with a byte order mark, a header, quotes around every cell and CRLF after every row', () => {
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(`\ufeff${csvColumns.map((name) => `"${name}"`).join(',')}`);
    expect(lines).toHaveLength(rows.length + 2);
    expect(lines.at(-1)).toBe('');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['|calc', "'|calc"],
    ['  =1', "'=1"],
    ['\t=1', "'=1"],
    ['\r\n=1', "'=1"],
    ['"=1', `'"=1`],
    ["'=1", "''=1"],
    ['\uff1d1', "'\uff1d1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20x', "'\uff20x"],
  ])('is escaped if it would be calculated: %j', (given, written) => {
    expect(escapeCsvCell(given)).toBe(written);
  });

  it('contains no formula if another locale splits it', () => {
    expect(escapeCsvCell('a;=1+1')).toBe("a;'=1+1");
    expect(escapeCsvCell('a; "@x')).toBe(`a; "'@x`);
  });

  it('is unchanged if it contains no active characters', () => {
    expect(escapeCsvCell('<a href="/x?a=1&b=2">1 - 2</a>')).toBe('<a href="/x?a=1&b=2">1 - 2</a>');
  });

  it('is truncated to the maximum of a spreadsheet', () => {
    expect(escapeCsvCell('x'.repeat(40_000)).length).toBeLessThanOrEqual(32_767);
  });
});
