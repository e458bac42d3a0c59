import { describe, expect, it } from 'vitest';
import { Comparison } from '../../../core/comparison/compare-page.ts';
import {
  compare,
  countsOf,
  definitionOf,
  pageOf,
  print,
  prints,
  stateOf,
  statesOf,
  stateWith,
} from './fixtures.ts';

describe('the state of a finding', () => {
  it('is unknown without a baseline', async () => {
    const compared = await compare(null, [pageOf([{ is: 'logo' }], { beyond: { 'image-alt': 3 } })]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown' });
    expect(compared.unlisted).toMatchObject([{ state: 'unknown', cause: null, count: 3 }]);
    expect(compared.fixed).toEqual([]);
  });

  it('is new on a page that the baseline does not know, listed or not', async () => {
    const baseline = stateOf({ '/other': [pageOf([{ is: 'logo' }])] });
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }], { beyond: { 'image-alt': 3 } })]);
    expect(statesOf(compared)).toEqual({ logo: 'new' });
    expect(compared.unlisted).toMatchObject([{ state: 'new', cause: 'page', count: 3 }]);
  });

  it('is unchanged where the baseline has it, and new where it has not', async () => {
    const compared = await compare(stateWith([{ is: 'logo' }]), [pageOf([{ is: 'map' }, { is: 'logo' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged', map: 'new' });
  });

  it('is new under another rule at the same element', async () => {
    const compared = await compare(stateWith([{ is: 'logo', at: 'top' }]), [
      pageOf([
        { is: 'logo', at: 'top' },
        { is: 'logo', at: 'top', rule: 'label' },
      ]),
    ]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, new: 1 });
  });

  it('is unknown on a page that was attempted and never scanned', async () => {
    const compared = await compare(stateOf({ '/a': [null] }), [pageOf([{ is: 'logo' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown' });
  });

  it('is unknown on a page that was found and left out', async () => {
    const baseline = stateOf({ '/b': [pageOf([])] }, { leftOut: ['/a'] });
    expect(statesOf(await compare(baseline, [pageOf([{ is: 'logo' }])]))).toEqual({ logo: 'unknown' });
  });

  it('is unknown where the rule never completed on the page', async () => {
    const baseline = stateWith([], { notRun: ['image-alt'] });
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }, { is: 'q', rule: 'label' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown', q: 'new' });
  });

  it('is reclassified where the other kind of the same fingerprint is known', async () => {
    const baseline = stateWith([{ is: 'logo', kind: 'review' }, { is: 'map' }]);
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }, { is: 'map', kind: 'review' }])]);
    expect(countsOf(compared)).toEqual({ reclassified: 2 });
    expect(compared.fixed).toEqual([]);
  });

  it('prefers the same kind over the other', async () => {
    const baseline = stateWith([{ is: 'logo', kind: 'review' }, { is: 'logo' }]);
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged' });
    expect(compared.fixed.map(({ known }) => known.kind)).toEqual(['review']);
  });

  it('is regressed where it was fixed before', async () => {
    const first = stateWith([{ is: 'logo' }]);
    const second = stateOf({ '/a': [pageOf([])] }, { scanId: 'scan_2', carried: first });
    const compared = await compare(second, [pageOf([{ is: 'logo' }, { is: 'map' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'regressed', map: 'new' });
  });

  it('is regressed as often as it was fixed, and new beyond that', async () => {
    const first = stateWith([{ is: 'icon' }, { is: 'icon' }, { is: 'icon' }]);
    const second = stateOf({ '/a': [pageOf([{ is: 'icon' }])] }, { scanId: 'scan_2', carried: first });
    const compared = await compare(second, [pageOf(Array.from({ length: 5 }, () => ({ is: 'icon' })))]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, regressed: 2, new: 2 });
  });

  it('is regressed although something else stood at its place meanwhile', async () => {
    const first = stateWith([{ is: 'logo', at: 'top' }]);
    const second = stateOf(
      { '/a': [pageOf([{ is: 'map', at: 'bottom' }])] },
      { scanId: 'scan_2', carried: first },
    );
    const third = stateOf(
      { '/a': [pageOf([{ is: 'ad', at: 'top' }])] },
      { scanId: 'scan_3', carried: second },
    );
    const compared = await compare(third, [pageOf([{ is: 'logo', at: 'top' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'regressed' });
    expect(prints(compared.fixed)).toEqual([print('ad')]);
  });

  it('is unchanged when the element was edited in place', async () => {
    const compared = await compare(stateWith([{ is: 'old text', at: 'top' }]), [
      pageOf([{ is: 'new text', at: 'top' }]),
    ]);
    expect(statesOf(compared)).toEqual({ 'new text': 'unchanged' });
    expect(compared.fixed).toEqual([]);
  });

  it('does not let a fix and a fault elsewhere on the page cancel out', async () => {
    const compared = await compare(stateWith([{ is: 'logo', at: 'top' }]), [
      pageOf([{ is: 'map', at: 'bottom' }]),
    ]);
    expect(statesOf(compared)).toEqual({ map: 'new' });
    expect(prints(compared.fixed)).toEqual([print('logo')]);
  });

  it('does not take another kind at the same place for the same', async () => {
    const compared = await compare(stateWith([{ is: 'logo', at: 'top', kind: 'review' }]), [
      pageOf([{ is: 'map', at: 'top' }]),
    ]);
    expect(statesOf(compared)).toEqual({ map: 'new' });
    expect(prints(compared.fixed)).toEqual([print('logo')]);
  });

  it('follows the fingerprint, not the place, when elements change places', async () => {
    const baseline = stateWith([
      { is: 'logo', at: 'first' },
      { is: 'map', at: 'second' },
    ]);
    const compared = await compare(baseline, [
      pageOf([
        { is: 'ad', at: 'first' },
        { is: 'logo', at: 'second' },
        { is: 'map', at: 'third' },
      ]),
    ]);
    expect(statesOf(compared)).toEqual({ ad: 'new', logo: 'unchanged', map: 'unchanged' });
  });

  it('is matched under an earlier version of fingerprints', async () => {
    const compared = await compare(stateWith([{ is: 'logo' }]), [pageOf([{ is: 'logo v2', was: 'logo' }])]);
    expect(statesOf(compared)).toEqual({ 'logo v2': 'unchanged' });
  });

  it('is matched under a later version that the baseline was made with', async () => {
    const baseline = stateWith([{ is: 'logo v2', was: 'logo', at: 'there' }]);
    const compared = await compare(baseline, [pageOf([{ is: 'logo', at: 'here' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged' });
    expect(compared.fixed).toEqual([]);
  });

  it('is regressed under a later version too', async () => {
    const first = stateWith([{ is: 'logo' }]);
    const second = stateOf({ '/a': [pageOf([])] }, { scanId: 'scan_2', carried: first });
    const compared = await compare(second, [pageOf([{ is: 'logo v2', was: 'logo' }])]);
    expect(statesOf(compared)).toEqual({ 'logo v2': 'regressed' });
  });

  it('depends neither on the order of the findings nor on that of the baseline', async () => {
    const known = [
      { is: 'icon', at: '1' },
      { is: 'icon', at: '2' },
      { is: 'text', at: '3' },
      { is: 'gone', at: '4' },
    ];
    const now = [
      { is: 'icon', at: '2' },
      { is: 'text, edited', at: '3' },
      { is: 'icon', at: '5' },
      { is: 'icon', at: '6' },
    ];
    const seen = new Set<string>();
    for (const baseline of [known, known.toReversed()]) {
      for (const page of [now, now.toReversed()]) {
        const compared = await compare(stateWith(baseline), [pageOf(page)]);
        const places = [...compared.judgements].map(([{ identity }, { state }]) => [identity?.place, state]);
        seen.add(JSON.stringify([places.sort(), prints(compared.fixed)]));
      }
    }
    expect(seen.size).toBe(1);
  });
});

describe('a finding of the baseline that is not there', () => {
  const baseline = stateWith([{ is: 'logo' }, { is: 'q', rule: 'label' }]);

  it('is fixed where its rule completed again', async () => {
    const compared = await compare(baseline, [pageOf([{ is: 'q', rule: 'label' }])]);
    expect(compared.fixed).toMatchObject([
      { ruleId: 'image-alt', url: 'https://shop.example/a', known: { selector: '#logo', impact: 'serious' } },
    ]);
    expect(compared.notSeenAgain).toEqual([]);
  });

  it('is not seen again where its rule did not run', async () => {
    const compared = await compare(baseline, [pageOf([], { notRun: ['image-alt'] })]);
    expect(prints(compared.fixed)).toEqual([print('q')]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('is fixed on a page that was scanned in part, where its rule completed', async () => {
    const page = pageOf([], { notRun: ['label'], outcome: 'partially-scanned' });
    const compared = await compare(baseline, [page]);
    expect(prints(compared.fixed)).toEqual([print('logo')]);
    expect(prints(compared.notSeenAgain)).toEqual([print('q')]);
  });

  it('is not seen again on a page that was not scanned', async () => {
    const compared = await compare(baseline, [null]);
    expect(compared.fixed).toEqual([]);
    expect(compared.notSeenAgain).toHaveLength(2);
  });

  it('is not seen again where the result says that the page was not scanned', async () => {
    const compared = await compare(baseline, [pageOf([], { outcome: 'blocked-by-site' })]);
    expect(compared.fixed).toEqual([]);
    expect(compared.notSeenAgain).toHaveLength(2);
  });

  it('is not seen again under a rule that the scan was not asked for', async () => {
    const page = pageOf([]);
    page.result.rules = page.result.rules.filter(({ ruleId }) => ruleId !== 'label');
    const compared = await compare(baseline, [page]);
    expect(prints(compared.notSeenAgain)).toEqual([print('q')]);
  });

  it('is not seen again where the rule found more than it lists', async () => {
    const page = pageOf([{ is: 'map' }], { beyond: { 'image-alt': 1 } });
    const compared = await compare(stateWith([{ is: 'logo' }]), [page]);
    expect(compared.fixed).toEqual([]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('is not seen again on pages that are no part of the scan', async () => {
    const both = stateOf({ '/a': [pageOf([{ is: 'logo' }])], '/b': [pageOf([{ is: 'map' }])] });
    const comparison = new Comparison(both, {
      getRuleDefinition: definitionOf,
      readMarkups: async () => null,
    });
    await comparison.comparePage('/a', [pageOf([])]);
    expect([...comparison.listOnOtherPages()]).toMatchObject([
      { ruleId: 'image-alt', url: 'https://shop.example/b', known: { fingerprint: print('map') } },
    ]);
  });
});

describe('a finding in a frame', () => {
  const inFrame = { is: 'logo', frame: ['#shop'] };
  const baseline = stateWith([inFrame]);

  it('is fixed where the frame was scanned', async () => {
    expect(prints((await compare(baseline, [pageOf([])])).fixed)).toEqual([print('logo')]);
  });

  it('is not seen again where the frame, or one around it, was not scanned', async () => {
    const deep = stateWith([{ is: 'logo', frame: ['#shop', '#cart'] }]);
    const page = pageOf([], { framesNotScanned: [['#shop']], outcome: 'partially-scanned' });
    for (const state of [baseline, deep]) {
      expect(prints((await compare(state, [page])).notSeenAgain)).toEqual([print('logo')]);
    }
  });

  it('is not seen again where another frame was not scanned that may be the same by another name', async () => {
    const page = pageOf([], { framesNotScanned: [['#shop-7f3a']] });
    expect(prints((await compare(baseline, [page])).notSeenAgain)).toEqual([print('logo')]);
  });

  it('is fixed beside a frame that was not scanned, where findings show that its own was', async () => {
    const page = pageOf([{ is: 'q', rule: 'label', frame: ['#shop'] }], { framesNotScanned: [['#ad']] });
    expect(prints((await compare(baseline, [page])).fixed)).toEqual([print('logo')]);
  });

  it('is not seen again in a frame in which only some of the rules came to run', async () => {
    const page = pageOf([{ is: 'q', rule: 'label', frame: ['#shop'] }], { framesNotScanned: [['#shop']] });
    expect(prints((await compare(baseline, [page])).notSeenAgain)).toEqual([print('logo')]);
  });

  it('does not keep one of the top document from being fixed', async () => {
    const page = pageOf([], { framesNotScanned: [['#ad']] });
    expect(prints((await compare(stateWith([{ is: 'map' }]), [page])).fixed)).toEqual([print('map')]);
  });

  it('is unknown where the baseline never scanned that frame', async () => {
    const state = stateWith([], { framesNotScanned: [['#shop']] });
    const compared = await compare(state, [pageOf([inFrame, { is: 'map' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown', map: 'new' });
  });

  it('is new where an earlier scan had judged a frame that the baseline did not reach', async () => {
    const first = stateWith([]);
    const second = stateOf(
      { '/a': [pageOf([], { framesNotScanned: [['#shop']] })] },
      { scanId: 'scan_2', carried: first },
    );
    expect(statesOf(await compare(second, [pageOf([inFrame])]))).toEqual({ logo: 'new' });
  });
});

describe('elements beyond those that are listed', () => {
  it('leave as many findings unknown as the baseline did not list', async () => {
    const baseline = stateWith([{ is: 'a' }], { beyond: { 'image-alt': 2 } });
    const compared = await compare(baseline, [pageOf(['a', 'b', 'c', 'd', 'e'].map((is) => ({ is })))]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, unknown: 2, new: 2 });
  });

  it('are new themselves as far as the baseline cannot have had them', async () => {
    const baseline = stateWith([{ is: 'a' }, { is: 'b' }]);
    const page = pageOf([{ is: 'a' }], { beyond: { 'image-alt': 5 } });
    const { unlisted } = await compare(baseline, [page]);
    expect(unlisted.map(({ state, cause, count }) => ({ state, cause, count }))).toEqual([
      { state: 'new', cause: 'page', count: 4 },
      { state: 'unknown', cause: null, count: 1 },
    ]);
  });

  it('are new as far as there are more than the baseline had, whichever of all these is listed', async () => {
    const baseline = stateWith([{ is: 'a' }, { is: 'b' }], { beyond: { 'image-alt': 5 } });
    const page = pageOf([{ is: 'first' }, { is: 'a' }], { beyond: { 'image-alt': 6 } });
    const compared = await compare(baseline, [page]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, unknown: 1 });
    expect(compared.unlisted).toMatchObject([
      { state: 'new', count: 1 },
      { state: 'unknown', count: 5 },
    ]);
  });

  it('do not hide a new violation where what was not listed needs review, nor the other way round', async () => {
    const review = { is: 'r', kind: 'review' } as const;
    const violation = { is: 'v' };
    const beyond = { 'image-alt': 9 };
    const manyToReview = stateWith([review], { beyond });
    expect(statesOf(await compare(manyToReview, [pageOf([review, violation])]))).toEqual({
      r: 'unchanged',
      v: 'new',
    });
    const manyViolations = stateWith([violation], { beyond });
    expect(statesOf(await compare(manyViolations, [pageOf([review, violation])]))).toEqual({
      r: 'new',
      v: 'unchanged',
    });
    // Those that are not listed come to be listed.
    expect(statesOf(await compare(manyViolations, [pageOf([violation, { is: 'w' }])]))).toEqual({
      v: 'unchanged',
      w: 'unknown',
    });
  });

  it('are unknown where the baseline did not list as many', async () => {
    const baseline = stateWith([{ is: 'a' }], { beyond: { 'image-alt': 5 } });
    const { unlisted } = await compare(baseline, [pageOf([{ is: 'a' }], { beyond: { 'image-alt': 5 } })]);
    expect(unlisted).toMatchObject([{ state: 'unknown', cause: null, count: 5 }]);
  });
});

describe('several addresses of one page identity', () => {
  const logo = { is: 'logo' };

  it('are one page: what is on both is there once', async () => {
    const compared = await compare(stateOf({ '/a': [pageOf([logo]), pageOf([logo])] }), [pageOf([])]);
    expect(prints(compared.fixed)).toEqual([print('logo')]);
    const more = await compare(stateWith([logo]), [pageOf([logo, logo]), pageOf([logo, logo])]);
    expect(countsOf(more)).toEqual({ unchanged: 2, new: 2 });
  });

  it('make nothing new when one more of them is found', async () => {
    const compared = await compare(stateWith([logo]), [pageOf([logo]), pageOf([logo])]);
    expect(countsOf(compared)).toEqual({ unchanged: 2 });
  });

  it('show what is fixed only where none of them has it', async () => {
    const twice = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const { fixed, notSeenAgain } = await compare(twice, [pageOf([logo]), pageOf([])]);
    expect([...fixed, ...notSeenAgain]).toEqual([]);
  });

  it('let nothing be called fixed while one of them was not scanned', async () => {
    const twice = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const compared = await compare(twice, [pageOf([]), null]);
    expect(compared.fixed).toEqual([]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('do not hide what is new behind one that cannot be reached', async () => {
    const baseline = stateOf({ '/a': [pageOf([logo]), null] });
    const compared = await compare(baseline, [pageOf([logo, { is: 'photo' }]), null]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged', photo: 'new' });
  });

  it('have what is back on any of them fixed no more', async () => {
    const had = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const fixed = stateOf({ '/a': [pageOf([]), pageOf([])] }, { scanId: 'scan_2', carried: had });
    const back = [pageOf([logo]), pageOf([])];
    expect(countsOf(await compare(fixed, back))).toEqual({ regressed: 1 });
    const after = stateOf({ '/a': back }, { scanId: 'scan_3', carried: fixed });
    expect(after.pages['/a']?.rules['image-alt']).toMatchObject({ fixed: [], findings: [{}] });
  });

  it('must be given together', async () => {
    const comparison = new Comparison(null, {
      getRuleDefinition: definitionOf,
      readMarkups: async () => null,
    });
    await comparison.comparePage('/a', [pageOf([])]);
    await expect(comparison.comparePage('/a', [pageOf([])])).rejects.toThrow('compared already');
  });
});

describe('names that objects have', () => {
  it('are names like any other', async () => {
    const rule = '__proto__';
    const compared = await compare(stateWith([]), [pageOf([{ is: 'logo', rule }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown' });
    const comparison = new Comparison(stateWith([]), {
      getRuleDefinition: definitionOf,
      readMarkups: async () => null,
    });
    expect(statesOf(await comparison.comparePage('constructor', [pageOf([{ is: 'logo' }])]))).toEqual({
      logo: 'new',
    });
  });
});
