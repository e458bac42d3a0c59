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

  it('is new on a page that the baseline does not have, with and without listed elements', async () => {
    const baseline = stateOf({ '/other': [pageOf([{ is: 'logo' }])] });
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }], { beyond: { 'image-alt': 3 } })]);
    expect(statesOf(compared)).toEqual({ logo: 'new' });
    expect(compared.unlisted).toMatchObject([{ state: 'new', cause: 'page', count: 3 }]);
  });

  it('is unchanged if the baseline has it, and new otherwise', async () => {
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

  it('is unknown on a page that was discovered and skipped', async () => {
    const baseline = stateOf({ '/b': [pageOf([])] }, { notAttempted: ['/a'] });
    expect(statesOf(await compare(baseline, [pageOf([{ is: 'logo' }])]))).toEqual({ logo: 'unknown' });
  });

  it('is unknown if the rule never completed on the page', async () => {
    const baseline = stateWith([], { notRun: ['image-alt'] });
    const compared = await compare(baseline, [pageOf([{ is: 'logo' }, { is: 'q', rule: 'label' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown', q: 'new' });
  });

  it('is reclassified if the fingerprint is known with the other kind', async () => {
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

  it('is regressed if it was fixed before', async () => {
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

  it('is regressed even if another element had its location meanwhile', async () => {
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

  it('is unchanged if the element was edited at its location', async () => {
    const compared = await compare(stateWith([{ is: 'old text', at: 'top' }]), [
      pageOf([{ is: 'new text', at: 'top' }]),
    ]);
    expect(statesOf(compared)).toEqual({ 'new text': 'unchanged' });
    expect(compared.fixed).toEqual([]);
  });

  it('is new even if another fault of the page was fixed', async () => {
    const compared = await compare(stateWith([{ is: 'logo', at: 'top' }]), [
      pageOf([{ is: 'map', at: 'bottom' }]),
    ]);
    expect(statesOf(compared)).toEqual({ map: 'new' });
    expect(prints(compared.fixed)).toEqual([print('logo')]);
  });

  it('is not matched with another kind at the same location', async () => {
    const compared = await compare(stateWith([{ is: 'logo', at: 'top', kind: 'review' }]), [
      pageOf([{ is: 'map', at: 'top' }]),
    ]);
    expect(statesOf(compared)).toEqual({ map: 'new' });
    expect(prints(compared.fixed)).toEqual([print('logo')]);
  });

  it('follows the fingerprint, not the location, if elements swap locations', async () => {
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

  it('is matched under a later version that the baseline has', async () => {
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
        const states = [...compared.judgements].map(([{ identity }, { state }]) => [identity?.place, state]);
        seen.add(JSON.stringify([states.sort(), prints(compared.fixed)]));
      }
    }
    expect(seen.size).toBe(1);
  });
});

describe('a finding of the baseline that was not found again', () => {
  const baseline = stateWith([{ is: 'logo' }, { is: 'q', rule: 'label' }]);

  it('is fixed if its rule completed again', async () => {
    const compared = await compare(baseline, [pageOf([{ is: 'q', rule: 'label' }])]);
    expect(compared.fixed).toMatchObject([
      { ruleId: 'image-alt', url: 'https://shop.example/a', known: { selector: '#logo', impact: 'serious' } },
    ]);
    expect(compared.notSeenAgain).toEqual([]);
  });

  it('is not seen again if its rule did not run', async () => {
    const compared = await compare(baseline, [pageOf([], { notRun: ['image-alt'] })]);
    expect(prints(compared.fixed)).toEqual([print('q')]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('is fixed on a partially scanned page if its rule completed', async () => {
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

  it('is not seen again if the result states that the page was not scanned', async () => {
    const compared = await compare(baseline, [pageOf([], { outcome: 'blocked-by-site' })]);
    expect(compared.fixed).toEqual([]);
    expect(compared.notSeenAgain).toHaveLength(2);
  });

  it('is not seen again under a rule that the scan did not request', async () => {
    const page = pageOf([]);
    page.result.rules = page.result.rules.filter(({ ruleId }) => ruleId !== 'label');
    const compared = await compare(baseline, [page]);
    expect(prints(compared.notSeenAgain)).toEqual([print('q')]);
  });

  it('is not seen again if the rule found more elements than it lists', async () => {
    const page = pageOf([{ is: 'map' }], { beyond: { 'image-alt': 1 } });
    const compared = await compare(stateWith([{ is: 'logo' }]), [page]);
    expect(compared.fixed).toEqual([]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('is not seen again on pages that are not part of the scan', async () => {
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

  it('is fixed if the frame was scanned', async () => {
    expect(prints((await compare(baseline, [pageOf([])])).fixed)).toEqual([print('logo')]);
  });

  it('is not seen again if the frame, or one around it, was not scanned', async () => {
    const deep = stateWith([{ is: 'logo', frame: ['#shop', '#cart'] }]);
    const page = pageOf([], { framesNotScanned: [['#shop']], outcome: 'partially-scanned' });
    for (const state of [baseline, deep]) {
      expect(prints((await compare(state, [page])).notSeenAgain)).toEqual([print('logo')]);
    }
  });

  it('is not seen again if an unscanned frame may be the same one with another name', async () => {
    const page = pageOf([], { framesNotScanned: [['#shop-7f3a']] });
    expect(prints((await compare(baseline, [page])).notSeenAgain)).toEqual([print('logo')]);
  });

  it('is fixed next to an unscanned frame if findings show that its own frame was scanned', async () => {
    const page = pageOf([{ is: 'q', rule: 'label', frame: ['#shop'] }], { framesNotScanned: [['#ad']] });
    expect(prints((await compare(baseline, [page])).fixed)).toEqual([print('logo')]);
  });

  it('is not seen again in a frame in which only some of the rules ran', async () => {
    const page = pageOf([{ is: 'q', rule: 'label', frame: ['#shop'] }], { framesNotScanned: [['#shop']] });
    expect(prints((await compare(baseline, [page])).notSeenAgain)).toEqual([print('logo')]);
  });

  it('does not prevent that a finding of the top document is fixed', async () => {
    const page = pageOf([], { framesNotScanned: [['#ad']] });
    expect(prints((await compare(stateWith([{ is: 'map' }]), [page])).fixed)).toEqual([print('map')]);
  });

  it('is unknown if the baseline never scanned that frame', async () => {
    const state = stateWith([], { framesNotScanned: [['#shop']] });
    const compared = await compare(state, [pageOf([inFrame, { is: 'map' }])]);
    expect(statesOf(compared)).toEqual({ logo: 'unknown', map: 'new' });
  });

  it('is new if an earlier scan had scanned a frame that the baseline did not reach', async () => {
    const first = stateWith([]);
    const second = stateOf(
      { '/a': [pageOf([], { framesNotScanned: [['#shop']] })] },
      { scanId: 'scan_2', carried: first },
    );
    expect(statesOf(await compare(second, [pageOf([inFrame])]))).toEqual({ logo: 'new' });
  });
});

describe('elements beyond the listed ones', () => {
  it('make as many findings unknown as the baseline did not list', async () => {
    const baseline = stateWith([{ is: 'a' }], { beyond: { 'image-alt': 2 } });
    const compared = await compare(baseline, [pageOf(['a', 'b', 'c', 'd', 'e'].map((is) => ({ is })))]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, unknown: 2, new: 2 });
  });

  it('are new themselves if the baseline cannot have had them', async () => {
    const baseline = stateWith([{ is: 'a' }, { is: 'b' }]);
    const page = pageOf([{ is: 'a' }], { beyond: { 'image-alt': 5 } });
    const { unlisted } = await compare(baseline, [page]);
    expect(unlisted.map(({ state, cause, count }) => ({ state, cause, count }))).toEqual([
      { state: 'new', cause: 'page', count: 4 },
      { state: 'unknown', cause: null, count: 1 },
    ]);
  });

  it('are new if there are more than the baseline had, regardless of which are listed', async () => {
    const baseline = stateWith([{ is: 'a' }, { is: 'b' }], { beyond: { 'image-alt': 5 } });
    const page = pageOf([{ is: 'first' }, { is: 'a' }], { beyond: { 'image-alt': 6 } });
    const compared = await compare(baseline, [page]);
    expect(countsOf(compared)).toEqual({ unchanged: 1, unknown: 1 });
    expect(compared.unlisted).toMatchObject([
      { state: 'new', count: 1 },
      { state: 'unknown', count: 5 },
    ]);
  });

  it('do not hide a new violation if the unlisted elements need review, and vice versa', async () => {
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
    // Elements that were not listed are listed now.
    expect(statesOf(await compare(manyViolations, [pageOf([violation, { is: 'w' }])]))).toEqual({
      v: 'unchanged',
      w: 'unknown',
    });
  });

  it('are unknown if the baseline did not list as many', async () => {
    const baseline = stateWith([{ is: 'a' }], { beyond: { 'image-alt': 5 } });
    const { unlisted } = await compare(baseline, [pageOf([{ is: 'a' }], { beyond: { 'image-alt': 5 } })]);
    expect(unlisted).toMatchObject([{ state: 'unknown', cause: null, count: 5 }]);
  });
});

describe('several URLs with one page identity', () => {
  const logo = { is: 'logo' };

  it('are one page: what is on both is counted once', async () => {
    const compared = await compare(stateOf({ '/a': [pageOf([logo]), pageOf([logo])] }), [pageOf([])]);
    expect(prints(compared.fixed)).toEqual([print('logo')]);
    const more = await compare(stateWith([logo]), [pageOf([logo, logo]), pageOf([logo, logo])]);
    expect(countsOf(more)).toEqual({ unchanged: 2, new: 2 });
  });

  it('lead to no new findings if one more of them is found', async () => {
    const compared = await compare(stateWith([logo]), [pageOf([logo]), pageOf([logo])]);
    expect(countsOf(compared)).toEqual({ unchanged: 2 });
  });

  it('have a fixed finding only if none of them has it', async () => {
    const twice = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const { fixed, notSeenAgain } = await compare(twice, [pageOf([logo]), pageOf([])]);
    expect([...fixed, ...notSeenAgain]).toEqual([]);
  });

  it('have no fixed finding while one of them was not scanned', async () => {
    const twice = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const compared = await compare(twice, [pageOf([]), null]);
    expect(compared.fixed).toEqual([]);
    expect(prints(compared.notSeenAgain)).toEqual([print('logo')]);
  });

  it('do not hide a new finding behind one that cannot be reached', async () => {
    const baseline = stateOf({ '/a': [pageOf([logo]), null] });
    const compared = await compare(baseline, [pageOf([logo, { is: 'photo' }]), null]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged', photo: 'new' });
  });

  it('have no fixed finding that is back on any of them', async () => {
    const had = stateOf({ '/a': [pageOf([logo]), pageOf([logo])] });
    const fixed = stateOf({ '/a': [pageOf([]), pageOf([])] }, { scanId: 'scan_2', carried: had });
    const back = [pageOf([logo]), pageOf([])];
    expect(countsOf(await compare(fixed, back))).toEqual({ regressed: 1 });
    const after = stateOf({ '/a': back }, { scanId: 'scan_3', carried: fixed });
    expect(after.pages['/a']?.rules['image-alt']).toMatchObject({ fixed: [], findings: [{}] });
  });

  it('must be passed together', async () => {
    const comparison = new Comparison(null, {
      getRuleDefinition: definitionOf,
      readMarkups: async () => null,
    });
    await comparison.comparePage('/a', [pageOf([])]);
    await expect(comparison.comparePage('/a', [pageOf([])])).rejects.toThrow('compared already');
  });
});

describe('names of properties that every object has', () => {
  it('are treated like any other name', async () => {
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
