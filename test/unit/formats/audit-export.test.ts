import { describe, expect, it } from 'vitest';
import { exampleAuditEntry } from '../../../core/api/people-examples.ts';
import { renderAuditCsv, renderAuditLines } from '../../../formats/audit-export.ts';

const hostile = { ...exampleAuditEntry, actorName: '=HYPERLINK("https://x.example")\r\n@SUM(1)' };

describe('the export of audit entries', () => {
  it('has no cell that a spreadsheet evaluates, and one row an entry', () => {
    const text = renderAuditCsv([hostile], true);
    expect(text).toContain(`"'=HYPERLINK(""https://x.example"") @SUM(1)"`);
    expect(text.split('\r\n')).toHaveLength(3);
  });

  it('has the byte order mark and the names of the columns only on the first page', () => {
    expect(renderAuditCsv([], true)).toMatch(/^\ufeff"time","action","target"/);
    expect(renderAuditCsv([], false)).toBe('');
    const pages = renderAuditCsv([exampleAuditEntry], true) + renderAuditCsv([exampleAuditEntry], false);
    expect(pages.split('\r\n').filter((row) => row.includes('site.created'))).toHaveLength(2);
    expect(pages.match(/actor_name/g)).toHaveLength(1);
  });

  it('has one JSON object a line', () => {
    const lines = renderAuditLines([hostile, exampleAuditEntry]).split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual([hostile, exampleAuditEntry]);
  });
});
