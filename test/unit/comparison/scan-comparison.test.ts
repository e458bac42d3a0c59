import { describe, expect, it } from 'vitest';
import { buildComparison } from '../../../core/comparison/scan-comparison.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { type Element, type PageOptions, pageOf, print, stateOf } from './fixtures.ts';

type Pages = Record<string, { elements: Element[]; options?: PageOptions; unlisted?: string[] } | null>;

/** Returns what is compared of a scan: its state, and what it found, unless the report does not list it. */
function scanOf(scanId: string, pages: Pages, carried: SiteState | null = null, suppressed: string[] = []) {
  const results = Object.entries(pages).map(([identity, page]) => [
    identity,
    [page === null ? null : pageOf(page.elements, page.options)],
  ]);
  const listed = new Map<string, boolean>();
  for (const page of Object.values(pages)) {
    for (const { is, was } of page?.elements ?? [])
      if (!page?.unlisted?.includes(is))
        listed.set(print(is, was === undefined ? 1 : 2), suppressed.includes(is));
  }
  return { state: stateOf(Object.fromEntries(results), { scanId, carried }), listed };
}

function compare(before: ReturnType<typeof scanOf>, after: ReturnType<typeof scanOf>) {
  const { items, counts } = buildComparison(before, after, true);
  const states = Object.fromEntries(
    items.map(({ state, selector }) => [selector.replace(/^.*#/, ''), state]),
  );
  return { states, counts };
}

const logo = { is: 'logo' };
const map = { is: 'map', kind: 'review' } as const;
const first = scanOf('scan_1', { '/a': { elements: [logo, map] }, '/b': { elements: [{ is: 'menu' }] } });

describe('the comparison of two scans', () => {
  it('does not say that a scan has findings of a page that it did not reach', () => {
    const second = scanOf('scan_2', { '/a': null, '/b': { elements: [{ is: 'menu' }] } }, first.state);
    expect(compare(first, second).states).toEqual({
      logo: 'not-seen-again',
      map: 'not-seen-again',
      menu: 'unchanged',
    });
    // In the other direction, the earlier scan has them from the scan before it.
    const third = scanOf('scan_3', { '/a': { elements: [logo] } }, second.state);
    expect(compare(second, third).states).toMatchObject({ logo: 'unknown', map: 'unknown' });
  });

  it('does not say that it has findings of a rule that did not run, or in a frame that was not scanned', () => {
    const framed = scanOf('scan_1', { '/a': { elements: [{ ...logo, frame: ['#shop'] }, map] } });
    const options = { framesNotScanned: [['#shop']] };
    const withoutFrame = scanOf('scan_2', { '/a': { elements: [map], options } }, framed.state);
    expect(compare(framed, withoutFrame).states).toEqual({ logo: 'not-seen-again', map: 'unchanged' });
    const notRun = { elements: [], options: { notRun: ['image-alt'] } };
    const without = scanOf('scan_2', { '/a': notRun }, first.state);
    expect(compare(first, without).states).toMatchObject({ logo: 'not-seen-again', map: 'not-seen-again' });
  });

  it('has no finding as fixed that the earlier scan itself did not see', () => {
    const second = scanOf('scan_2', { '/a': null }, first.state);
    const third = scanOf('scan_3', { '/a': { elements: [] } }, second.state);
    expect(compare(first, third).states).toMatchObject({ logo: 'fixed', map: 'fixed' });
    expect(compare(second, third).states).toMatchObject({ logo: 'unknown', map: 'unknown' });
  });

  it('does not know what changed if a report does not list a finding', () => {
    const same = { elements: [logo, map] };
    const cut = (scanId: string) => scanOf(scanId, { '/a': { ...same, unlisted: ['logo'] } });
    const whole = (scanId: string) => scanOf(scanId, { '/a': same });
    expect(compare(whole('scan_1'), cut('scan_2')).states).toEqual({
      logo: 'not-seen-again',
      map: 'unchanged',
    });
    expect(compare(cut('scan_1'), whole('scan_2')).states).toEqual({ logo: 'unknown', map: 'unchanged' });
    const gone = scanOf('scan_2', { '/a': { elements: [] } });
    expect(compare(cut('scan_1'), gone).states).toEqual({ logo: 'unknown', map: 'fixed' });
    const bare = scanOf('scan_1', { '/a': { elements: [] } });
    expect(compare(bare, cut('scan_2')).states).toEqual({ logo: 'unknown', map: 'new' });
  });

  it('recognizes edited elements and findings with a fingerprint of another version', () => {
    const before = scanOf('scan_1', { '/a': { elements: [logo, { is: 'old', at: 'top' }] } });
    const now = [
      { is: 'new logo', was: 'logo' },
      { is: 'edited', at: 'top' },
    ];
    const after = scanOf('scan_2', { '/a': { elements: now } });
    expect(compare(before, after).states).toEqual({ 'new logo': 'unchanged', edited: 'unchanged' });
  });

  it('counts suppressed findings apart', () => {
    const before = scanOf('scan_1', { '/a': { elements: [logo, { is: 'goes' }] } }, null, ['goes']);
    const after = scanOf('scan_2', { '/a': { elements: [logo, map, { is: 'comes' }] } }, null, ['comes']);
    const { counts } = compare(before, after);
    expect(counts).toMatchObject({
      new: { violations: 0, needsReview: 1, suppressed: 1 },
      fixed: { violations: 0, needsReview: 0, suppressed: 1 },
      unchanged: { violations: 1, needsReview: 0, suppressed: 0 },
    });
  });
});
