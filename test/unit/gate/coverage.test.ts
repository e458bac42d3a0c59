import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../../core/gate/coverage.ts';
import { isScanned, type PageOutcome, pageOutcomeCodes } from '../../../core/scans/page-outcome.ts';

const pages = (...outcomes: PageOutcome[]) =>
  outcomes.map((outcome, index) => ({ requestedUrl: `https://shop.example/${index}`, outcome }));

describe('the coverage of a scan', () => {
  it('takes the first page for the start page and the next for the listed ones', () => {
    const coverage = coverageOf(pages('timeout', 'scanned', 'http-error', 'http-error'), 3);
    expect(coverage).toEqual({
      scanned: 1,
      attempted: 4,
      covered: 1,
      start: { url: 'https://shop.example/0', outcome: 'timeout' },
      listed: [{ url: 'https://shop.example/2', outcome: 'http-error' }],
    });
  });

  it('does not take pages for attempted that were not', () => {
    expect(coverageOf(pages('scanned', 'not-attempted'), 1)).toMatchObject({ attempted: 1, covered: 1 });
  });

  it('misses a start page that was not attempted', () => {
    expect(coverageOf(pages('not-attempted', 'scanned'), 1).start).toMatchObject({
      outcome: 'not-attempted',
    });
  });

  it('misses a listed page that redirected, for what was scanned is another page', () => {
    expect(coverageOf(pages('scanned', 'duplicate-redirect', 'duplicate-redirect'), 2)).toEqual({
      scanned: 1,
      attempted: 3,
      covered: 2,
      start: null,
      listed: [{ url: 'https://shop.example/1', outcome: 'duplicate-redirect' }],
    });
  });

  it('takes a page for covered that redirected to one that was scanned', () => {
    expect(coverageOf(pages('duplicate-redirect', 'scanned'), 2)).toEqual({
      scanned: 1,
      attempted: 2,
      covered: 2,
      start: null,
      listed: [],
    });
  });

  it('does not take a site for covered whose addresses nearly all lead to one page', () => {
    const everything = Array.from({ length: 24 }, () => 'duplicate-redirect' as const);
    expect(coverageOf(pages('scanned', ...everything), 1)).toMatchObject({ attempted: 25, covered: 2 });
  });

  it.each(pageOutcomeCodes)('counts %s as scanned exactly where the page has findings', (outcome) => {
    expect(coverageOf(pages(outcome), 1).scanned).toBe(isScanned(outcome) ? 1 : 0);
  });

  it('is nothing of a scan without pages', () => {
    expect(coverageOf([], 2)).toEqual({ scanned: 0, attempted: 0, covered: 0, start: null, listed: [] });
  });
});
