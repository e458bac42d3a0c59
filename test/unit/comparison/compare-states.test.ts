import { describe, expect, it } from 'vitest';
import { compareStates } from '../../../core/comparison/compare-states.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { digestContent } from '../../../scanner/page/digest-content.ts';
import { type Element, type PageOptions, pageOf, stateOf } from './fixtures.ts';

const first = stateOf({
  '/a': [pageOf([{ is: 'stays' }, { is: 'goes' }, { is: 'old', at: 'top' }, { is: 'kind' }])],
  '/b': [pageOf([{ is: 'map', frame: ['#shop'] }, { is: 'plain' }])],
});

const scan = (pages: Parameters<typeof stateOf>[0], carried: SiteState | null = first) =>
  stateOf(pages, { scanId: 'scan_2', carried });
const onB = (elements: Element[], options?: PageOptions) =>
  scan({ '/a': [null], '/b': [pageOf(elements, options)] });

/** Returns a text of different words. */
const listWords = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${'a'.repeat(1 + (at % 26))}${String.fromCharCode(98 + Math.floor(at / 26))}`,
  ).join(' ');

/** Returns the state of each finding by its selector. */
function statesBetween(before: SiteState, after: SiteState, isComparable = true) {
  const all = [...compareStates(before, after, isComparable)];
  return Object.fromEntries(all.map(({ state, finding }) => [finding.selector.replace(/^.*#/, ''), state]));
}

describe('the comparison of two states', () => {
  it('has the same states as the comparison of a scan with its baseline', () => {
    const now = [
      { is: 'stays' },
      { is: 'edited', at: 'top' },
      { is: 'kind', kind: 'review' as const },
      { is: 'comes' },
    ];
    const second = scan({ '/a': [pageOf(now)], '/b': [null], '/c': [pageOf([{ is: 'far' }])] });
    expect(statesBetween(first, second)).toEqual({
      stays: 'unchanged',
      goes: 'fixed',
      edited: 'unchanged',
      kind: 'reclassified',
      comes: 'new',
      far: 'new',
      map: 'unchanged',
      plain: 'unchanged',
    });
    const third = stateOf({ '/a': [pageOf([{ is: 'goes' }])] }, { scanId: 'scan_3', carried: second });
    expect(statesBetween(second, third)).toMatchObject({ goes: 'regressed', stays: 'fixed', comes: 'fixed' });
  });

  it('has nothing as fixed on a page that shows something else', () => {
    const content = (words: number) => digestContent({ text: listWords(words), things: 0, lang: 'en' });
    const shows = (before: number, now: number) =>
      statesBetween(
        stateOf({ '/b': [pageOf([{ is: 'plain' }], { content: content(before) })] }),
        stateOf({ '/b': [pageOf([], { content: content(now) })] }, { scanId: 'scan_2' }),
      );
    expect(shows(90, 80)).toEqual({ plain: 'fixed' });
    expect(shows(90, 2)).toEqual({ plain: 'not-seen-again' });
  });

  it('has a finding as fixed only if the scan observed that, also in another line of scans', () => {
    // The other line never had the findings, so that its state does not continue them.
    const bare = stateOf({ '/b': [pageOf([])] });
    const other = (page: ReturnType<typeof pageOf> | null) => scan({ '/b': [page] }, bare);
    expect(statesBetween(first, other(pageOf([])))).toMatchObject({
      map: 'fixed',
      plain: 'fixed',
      goes: 'not-seen-again',
    });
    expect(statesBetween(first, other(null))).toMatchObject({ plain: 'not-seen-again' });
    expect(statesBetween(first, other(pageOf([], { incomplete: true })))).toMatchObject({
      plain: 'not-seen-again',
    });
    expect(statesBetween(first, other(pageOf([], { notRun: ['image-alt'] })))).toMatchObject({
      plain: 'not-seen-again',
    });
    expect(statesBetween(first, other(pageOf([], { framesNotScanned: [['#ad']] })))).toMatchObject({
      map: 'not-seen-again',
      plain: 'fixed',
    });
    expect(statesBetween(first, other(pageOf([{ is: 'q' }], { beyond: { 'image-alt': 5 } })))).toMatchObject({
      plain: 'not-seen-again',
    });
    expect(statesBetween(first, onB([]))).toMatchObject({ plain: 'fixed', goes: 'unchanged' });
  });

  it('has no finding as fixed if the settings differ', () => {
    expect(statesBetween(first, onB([{ is: 'comes' }]), false)).toMatchObject({
      plain: 'not-seen-again',
      comes: 'new',
    });
  });

  it('does not know whether a finding is new where the earlier scan did not complete the rule', () => {
    const before = stateOf({ '/a': [pageOf([], { notRun: ['image-alt'] })], '/b': [null] });
    const after = scan({ '/a': [pageOf([{ is: 'logo' }])], '/b': [pageOf([{ is: 'map' }])] }, before);
    expect(statesBetween(before, after)).toEqual({ logo: 'unknown', map: 'unknown' });
  });

  it('has every finding of both once', () => {
    const second = scan({
      '/a': [pageOf([{ is: 'goes' }, { is: 'comes' }])],
      '/c': [pageOf([{ is: 'goes' }])],
    });
    const selectors = [...compareStates(first, second, true)].map(({ finding }) => finding.selector);
    expect(selectors.sort()).toEqual(
      ['#comes', '#goes', '#goes', '#kind', '#old', '#plain', '#shop | #map', '#stays'].sort(),
    );
  });
});
