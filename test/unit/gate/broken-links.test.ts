import { describe, expect, it } from 'vitest';
import { computeCoverage, listCoverageReasons } from '../../../core/gate/coverage.ts';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';

/**
 * Returns the coverage of scanned pages followed by broken links. @param lost number of links that lead to pages that
 * the baseline scanned
 */
function coverage(scanned: number, broken: number, lost = 0) {
  const outcomes: PageOutcome[] = [
    ...Array.from({ length: scanned }, () => 'scanned' as const),
    ...Array.from({ length: broken }, () => 'broken-link' as const),
  ];
  const pages = outcomes.map((outcome, index) => ({
    requestedUrl: `https://shop.example/${index}`,
    outcome,
  }));
  return computeCoverage(pages, 1, { lost, behindLogin: 0 });
}

function reasonsOf(of: ReturnType<typeof coverage>, minCoverage = 90) {
  return listCoverageReasons(minCoverage, { status: 'completed', coverage: of });
}

describe('a broken link', () => {
  it('does not reduce the coverage', () => {
    expect(coverage(6, 1)).toMatchObject({ scanned: 6, attempted: 6, covered: 6 });
    expect(reasonsOf(coverage(6, 1))).toEqual([]);
  });

  it('reduces the coverage if there are more broken links than scanned pages', () => {
    expect(coverage(3, 3)).toMatchObject({ attempted: 3, covered: 3 });
    expect(coverage(3, 4)).toMatchObject({ attempted: 4, covered: 3 });
    expect(reasonsOf(coverage(1, 6))).toMatchObject([
      { code: 'low-coverage', result: 'inconclusive', count: 5 },
    ]);
  });

  it('reduces the coverage if the baseline scanned the page, and the reason says what to do', () => {
    expect(coverage(4, 3, 3)).toMatchObject({ attempted: 7, covered: 4 });
    expect(reasonsOf(coverage(4, 3, 3))).toEqual([
      {
        code: 'low-coverage',
        result: 'inconclusive',
        count: 3,
        message:
          '4 of 7 pages that count for the coverage were scanned: 57.1 %. The minimum is 90 %. 3 pages that were scanned before no longer exist (404 or 410), and links still lead to them: restore them, or remove the links.',
      },
    ]);
    expect(reasonsOf(coverage(4, 3, 1))[0]?.message).toContain(
      '1 page that was scanned before no longer exists',
    );
  });

  it('makes the gate inconclusive if nothing else was scanned', () => {
    expect(reasonsOf(coverage(0, 3), 0).map(({ code }) => code)).toContain('no-page-scanned');
  });
});
