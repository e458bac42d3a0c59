import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../core/api/example-report.ts';
import type { ReportPage } from '../../../core/reports/report.ts';
import { parsePages, serializePages } from '../../../core/reports/scan-pages.ts';

const [scanned] = exampleReport.pages as [ReportPage];
const timeout: ReportPage = { ...scanned, id: 'p9', outcome: 'timeout', violations: 0, needsReview: 0 };
const listNumbers = (newByPage: Map<string, number> | null) =>
  parsePages(serializePages([scanned, timeout], newByPage)).map((page) => [
    page.violations,
    page.needsReview,
    page.new,
  ]);
const { violations, needsReview } = scanned;
const unknown = [null, null, null];

describe('the list of pages of a report', () => {
  it('has no numbers for a page that was not scanned, because zero would say that it has no problem', () => {
    expect(listNumbers(new Map())).toEqual([[violations, needsReview, 0], unknown]);
  });

  it('says of a page that it changed too much to be compared', () => {
    const changed = 'The page has lost nearly all of its content.';
    const listed = parsePages(serializePages([{ ...scanned, changed }, scanned], null));
    expect(listed.map((page) => page.changed)).toEqual([changed, null]);
  });

  it('does not say how many violations are new if the scan was compared with no other', () => {
    expect(listNumbers(null)).toEqual([[violations, needsReview, null], unknown]);
  });
});
