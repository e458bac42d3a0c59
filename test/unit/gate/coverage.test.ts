import { describe, expect, it } from 'vitest';
import { computeCoverage, listCoverageReasons } from '../../../core/gate/coverage.ts';
import { isScanned, type PageOutcome, pageOutcomeCodes } from '../../../core/scans/page-outcome.ts';

const pages = (...outcomes: PageOutcome[]) =>
  outcomes.map((outcome, index) => ({ requestedUrl: `https://shop.example/${index}`, outcome }));

const allReady = { count: 0, urls: [], isGiven: false };

describe('the coverage of a scan', () => {
  it('treats the first page as the start page and the next ones as the listed pages', () => {
    const coverage = computeCoverage(pages('timeout', 'scanned', 'http-error', 'http-error'), 3);
    expect(coverage).toEqual({
      scanned: 1,
      attempted: 4,
      covered: 1,
      incomplete: allReady,
      start: { url: 'https://shop.example/0', outcome: 'timeout' },
      listed: [{ url: 'https://shop.example/2', outcome: 'http-error' }],
    });
  });

  it('does not count pages as attempted that were not', () => {
    expect(computeCoverage(pages('scanned', 'not-attempted'), 1)).toMatchObject({ attempted: 1, covered: 1 });
  });

  it('reports a start page that was not attempted as missing', () => {
    expect(computeCoverage(pages('not-attempted', 'scanned'), 1).start).toMatchObject({
      outcome: 'not-attempted',
    });
  });

  it('reports a listed page that redirected as missing, because another page was scanned', () => {
    expect(computeCoverage(pages('scanned', 'duplicate-redirect', 'duplicate-redirect'), 2)).toEqual({
      scanned: 1,
      attempted: 3,
      covered: 2,
      incomplete: allReady,
      start: null,
      listed: [{ url: 'https://shop.example/1', outcome: 'duplicate-redirect' }],
    });
  });

  it('counts a page as covered if it redirected to a scanned page', () => {
    expect(computeCoverage(pages('duplicate-redirect', 'scanned'), 2)).toEqual({
      scanned: 1,
      attempted: 2,
      covered: 2,
      incomplete: allReady,
      start: null,
      listed: [],
    });
  });

  it('does not count a site as covered if nearly all its URLs lead to one page', () => {
    const everything = Array.from({ length: 24 }, () => 'duplicate-redirect' as const);
    expect(computeCoverage(pages('scanned', ...everything), 1)).toMatchObject({ attempted: 25, covered: 2 });
  });

  it.each(pageOutcomeCodes)('counts %s as scanned exactly if the page has findings', (outcome) => {
    expect(computeCoverage(pages(outcome), 1).scanned).toBe(isScanned(outcome) ? 1 : 0);
  });

  it('is zero for a scan without pages', () => {
    expect(computeCoverage([], 2)).toEqual({
      scanned: 0,
      attempted: 0,
      covered: 0,
      incomplete: allReady,
      start: null,
      listed: [],
    });
  });
});

describe('pages that may not have shown all of their content', () => {
  /** Returns the reasons of a scan of ten pages, some of which were scanned without all content. */
  const reasonsOf = (missed: readonly number[], minCoverage = 90, givenPages = 1) => {
    const scanned = Array.from({ length: 10 }, (_, index) => ({
      requestedUrl: `https://shop.example/${index}`,
      outcome: 'partially-scanned' as const,
      incomplete: missed.includes(index),
    }));
    return listCoverageReasons(minCoverage, {
      status: 'completed',
      coverage: computeCoverage(scanned, givenPages),
    });
  };

  it.each([
    ['no page', [], 90, 1, false],
    ['one of ten', [5], 90, 1, false],
    ['two of ten', [5, 6], 90, 1, true],
    ['two of ten if 80 % are required', [5, 6], 80, 1, false],
    ['the start page', [0], 0, 1, true],
    ['a listed page', [2], 0, 3, true],
    ['all pages', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 90, 1, true],
  ] as const)(
    'let the gate pass only if enough other pages are left: %s',
    (_, missed, minimum, given, holds) => {
      const codes = reasonsOf(missed, minimum, given).map(({ code }) => code);
      expect(codes).toEqual(holds ? ['page-incomplete'] : []);
    },
  );

  it('are named', () => {
    expect(reasonsOf([5, 6])[0]).toEqual({
      code: 'page-incomplete',
      result: 'inconclusive',
      count: 2,
      message:
        '2 of 10 scanned pages may not have shown all of their content when the rules ran: https://shop.example/5, https://shop.example/6. If a page never stops changing, set waitFor to an element that shows that it is ready.',
    });
  });
});
