import { describe, expect, it } from 'vitest';
import { exampleNode } from '../../../core/api/example-report.ts';
import type { FindingState } from '../../../core/comparison/states.ts';
import {
  buildLineRanges,
  FindingIndexBuilder,
  type FindingLine,
  listGroupsOnPage,
  parseFindingIndex,
  pickFindings,
} from '../../../core/reports/finding-index.ts';
import type { ReportNode } from '../../../core/reports/report.ts';
import type { ReportFinding } from '../../../core/reports/report-source.ts';

function finding(ruleId: string, node: Partial<ReportNode> = {}, kind: ReportFinding['kind'] = 'violation') {
  return { kind, ruleId, node: { ...exampleNode, ...node } };
}

const SUPPRESSED_BY = 'supp_01k6zr1a2b3c4d5e6f7g8h9j0k';
const home = { pageId: 'p0', url: 'https://shop.example/' };
const blog = { pageId: 'p1', url: 'https://shop.example/blog' };
const findings: ReportFinding[] = [
  finding('image-alt', { ...home, state: 'new', issueGroup: 'grp_a' }),
  finding('image-alt', { ...blog, state: 'unchanged', issueGroup: 'grp_a', suppressedBy: SUPPRESSED_BY }),
  finding('label', {
    ...home,
    impact: 'serious',
    state: 'unchanged',
    issueGroup: 'grp_b',
    fingerprint: 'f1_label',
  }),
  finding('label', { ...blog, impact: 'serious', state: 'regressed', issueGroup: 'grp_b', html: 'ä€😀' }),
  finding(
    'color-contrast',
    { ...blog, impact: 'serious', state: 'unknown', issueGroup: null, decision: 'fine' },
    'review',
  ),
];

/** Returns the lines of a findings file, and its index as parsed from the file. */
function written(rows: readonly ReportFinding[]) {
  const builder = new FindingIndexBuilder();
  const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
  for (const [at, row] of rows.entries()) builder.add(row, lines[at]?.length ?? 0);
  return { file: Buffer.concat(lines), index: parseFindingIndex(builder.toJson()) };
}

const { file, index } = written(findings);
const at = ({ start, bytes }: FindingLine) => JSON.parse(file.subarray(start, start + bytes).toString());

describe('the index of findings', () => {
  it('stores the position of each finding, with any characters', () => {
    const { lines, total, next } = pickFindings(index, {}, { limit: 100 });
    expect(lines.map(at)).toEqual(findings);
    expect([total, next]).toEqual([5, undefined]);
  });

  it.each<[string, Parameters<typeof pickFindings>[1], number[]]>([
    ['kind', { kind: 'review' }, [4]],
    ['impact', { impact: 'serious' }, [2, 3, 4]],
    ['state', { state: 'unchanged' as FindingState }, [1, 2]],
    ['suppressed', { suppressed: true }, [1]],
    ['not suppressed', { suppressed: false }, [0, 2, 3, 4]],
    ['decision', { decision: 'fine' }, [4]],
    ['no decision', { decision: 'none' }, [0, 1, 2, 3]],
    ['rule', { rule: 'label' }, [2, 3]],
    ['rule that has none', { rule: 'bypass' }, []],
    ['rules of a criterion', { rules: new Set(['image-alt', 'color-contrast']) }, [0, 1, 4]],
    ['rule out of those of a criterion', { rule: 'label', rules: new Set(['image-alt']) }, []],
    ['page by id', { page: 'p0' }, [0, 2]],
    ['page by URL', { page: 'https://shop.example/blog' }, [1, 3, 4]],
    ['beginning of a URL', { page: 'https://shop.example/b' }, []],
    ['issue group', { issueGroup: 'grp_b' }, [2, 3]],
    ['fingerprint', { fingerprint: 'f1_label' }, [2]],
    ['part of a URL, in any case', { url: 'EXAMPLE/b' }, [1, 3, 4]],
    ['all at once', { impact: 'serious', page: 'p1', kind: 'violation', state: 'regressed' }, [3]],
  ])('selects by %s', (_, filter, rows) => {
    const { lines, total } = pickFindings(index, filter, { limit: 100 });
    expect(lines.map(({ row }) => row)).toEqual(rows);
    expect(total).toBe(rows.length);
  });

  it('lists the issue groups of a page', () => {
    expect([...listGroupsOnPage(index, 'p0')]).toEqual(['grp_a', 'grp_b']);
    expect([...listGroupsOnPage(index, 'https://shop.example/none')]).toEqual([]);
  });

  it('pages through the matches, each once, and counts all of them on every page', () => {
    const seen: number[] = [];
    let after: number | undefined;
    for (let pages = 0; pages < 3; pages++) {
      const picked = pickFindings(
        index,
        { kind: 'violation' },
        { limit: 2, ...(after === undefined ? {} : { after }) },
      );
      expect(picked.total).toBe(4);
      seen.push(...picked.lines.map(({ row }) => row));
      if (picked.next === undefined) break;
      after = picked.next;
    }
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it('shortens a page of results if findings are long, but never to zero', () => {
    const long = written(
      Array.from({ length: 5 }, (_, n) => finding('label', { html: String(n).repeat(1_600_000) })),
    );
    const first = pickFindings(long.index, {}, { limit: 100 });
    expect([first.lines.length, first.next, first.total]).toEqual([1, 0, 5]);
    const huge = written([finding('label', { html: 'a'.repeat(4_000_000) }), finding('label')]);
    expect(pickFindings(huge.index, {}, { limit: 100 }).lines.map(({ row }) => row)).toEqual([0]);
    expect(pickFindings(huge.index, {}, { limit: 100, after: 0 }).lines.map(({ row }) => row)).toEqual([1]);
  });

  it('is small for very many findings: shared values are stored once', () => {
    const builder = new FindingIndexBuilder();
    for (let n = 0; n < 10_000; n++) {
      builder.add(
        finding('label', { pageId: `page_${n % 100}`, issueGroup: `grp_${n % 50}` }),
        900 + (n % 90),
      );
    }
    expect(builder.toJson().length).toBeLessThan(10_000 * 50);
  });

  it('of a report without findings selects nothing', () => {
    const none = parseFindingIndex(new FindingIndexBuilder().toJson());
    expect(pickFindings(none, {}, { limit: 10 })).toEqual({ lines: [], total: 0 });
  });

  it('is rejected if it is not an index', () => {
    expect(() => parseFindingIndex('{"version":2}')).toThrow();
  });
});

describe('the read ranges of lines', () => {
  const line = (row: number, start: number, bytes: number): FindingLine => ({ row, start, bytes });

  it('are joined if the gap between them is small', () => {
    const lines = [line(0, 0, 100), line(1, 100, 100), line(9, 60_000, 100), line(90, 900_000, 50)];
    expect(buildLineRanges(lines)).toEqual([
      { start: 0, end: 60_100, lines: lines.slice(0, 3) },
      { start: 900_000, end: 900_050, lines: lines.slice(3) },
    ]);
    expect(buildLineRanges([])).toEqual([]);
  });
});
