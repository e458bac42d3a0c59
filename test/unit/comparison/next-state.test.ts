import { describe, expect, it } from 'vitest';
import { collectKnownFindings } from '../../../core/comparison/known-findings.ts';
import { FIXED_PER_RULE_MAX, NextState } from '../../../core/comparison/next-state.ts';
import { type SiteState, siteStateSchema } from '../../../core/comparison/site-state.ts';
import { isKnownFingerprint } from '../../../core/findings/known-fingerprints.ts';
import {
  compare,
  definitionOf,
  nodeOf,
  pageOf,
  print,
  stateOf,
  statesOf,
  stateWith,
  testedRules,
} from './fixtures.ts';

const rule = (state: SiteState, identity = '/a', ruleId = 'image-alt') =>
  state.pages[identity]?.rules[ruleId];
const known = (state: SiteState, identity?: string) =>
  (rule(state, identity)?.findings ?? []).map(({ fingerprint }) => fingerprint);
const rescan = (carried: SiteState, page: ReturnType<typeof pageOf> | null, scanId = 'scan_2') =>
  stateOf({ '/a': [page] }, { scanId, carried });

describe('the state that a scan leaves', () => {
  it('matches its schema', () => {
    const state = stateOf(
      { '/a': [pageOf([{ is: 'logo', frame: ['#shop'] }], { framesNotScanned: [['#ad']] })], '/b': [null] },
      { notAttempted: ['/c'] },
    );
    expect(siteStateSchema.parse(state)).toEqual(state);
  });

  it('has the findings of each rule, and the engine that ran it', () => {
    const state = stateWith([{ is: 'logo' }]);
    expect(state.runs).toEqual([{ scanId: 'scan_1', axe: '4.14.1', browser: 'Chrome/153.0.7900.0' }]);
    expect(state.pages['/a']).toMatchObject({ seen: 'scan_1', result: { scanId: 'scan_1' } });
    expect(rule(state)).toMatchObject({ run: 0, definition: 'definition of image-alt', unlisted: 0 });
    expect(known(state)).toEqual([print('logo')]);
    expect(rule(state, '/a', 'label')?.findings).toEqual([]);
  });

  it('keeps the known findings of a page that could not be reached once, so that they are not new later', async () => {
    const unreached = rescan(stateWith([{ is: 'logo' }]), null);
    expect(unreached.pages['/a']?.seen).toBe('scan_2');
    expect(unreached.pages['/a']?.result?.scanId).toBe('scan_1');
    expect(unreached.runs.map(({ scanId }) => scanId)).toEqual(['scan_1']);
    expect(statesOf(await compare(unreached, [pageOf([{ is: 'logo' }])]))).toEqual({ logo: 'unchanged' });
  });

  it('keeps the known findings of a rule that did not complete', () => {
    const next = rescan(stateWith([{ is: 'logo' }]), pageOf([], { notRun: ['image-alt'] }));
    expect(known(next)).toEqual([print('logo')]);
    expect(next.runs[rule(next)?.run ?? -1]?.scanId).toBe('scan_1');
    expect(next.runs[rule(next, '/a', 'label')?.run ?? -1]?.scanId).toBe('scan_2');
  });

  it('keeps the known findings in a frame that was not scanned, and forgets fixed ones', () => {
    const first = stateWith([{ is: 'logo' }, { is: 'map', frame: ['#shop'] }]);
    const next = rescan(first, pageOf([], { framesNotScanned: [['#shop']] }));
    expect(known(next)).toEqual([print('map')]);
    expect(rule(next)?.fixed).toEqual([print('logo')]);
  });

  it('keeps pages that the scan did not have', () => {
    const both = stateOf({ '/a': [pageOf([])], '/b': [pageOf([{ is: 'map' }])] });
    const next = rescan(both, pageOf([]));
    expect(known(next, '/b')).toEqual([print('map')]);
    expect(next.pages['/b']?.seen).toBe('scan_1');
  });

  it('contains pages that were never scanned or were skipped, without rules', () => {
    const state = stateOf({ '/a': [null] }, { notAttempted: ['/c'] });
    expect(Object.entries(state.pages).map(([identity, { rules }]) => [identity, rules])).toEqual([
      ['/a', {}],
      ['/c', {}],
    ]);
  });

  it('keeps the known findings of a page that was skipped this time', () => {
    const next = stateOf(
      { '/b': [pageOf([])] },
      { carried: stateWith([{ is: 'logo' }]), notAttempted: ['/a'] },
    );
    expect(known(next)).toEqual([print('logo')]);
  });

  it('forgets rules that the scan did not request', () => {
    const first = stateWith([{ is: 'logo' }, { is: 'q', rule: 'label' }]);
    const input = {
      scanId: 'scan_2',
      branch: null,
      comparableKey: 'k',
      discoveryKey: null,
      carried: first,
      getRuleDefinition: definitionOf,
    };
    const next = new NextState({ ...input, ruleIds: ['label'], unreachedStaysNew: false });
    next.add({ identity: '/a', url: 'https://shop.example/a' }, [null]);
    expect(Object.keys(next.finish().pages['/a']?.rules ?? {})).toEqual(['label']);
  });

  it('remembers fixed findings, latest first, until they are back', () => {
    const first = stateWith([{ is: 'logo' }, { is: 'map' }]);
    const second = rescan(first, pageOf([{ is: 'map' }]));
    const third = rescan(second, pageOf([]), 'scan_3');
    expect(rule(third)?.fixed).toEqual([print('map'), print('logo')]);
    const fourth = rescan(third, pageOf([{ is: 'logo' }]), 'scan_4');
    expect(rule(fourth)?.fixed).toEqual([print('map')]);
    expect(known(fourth)).toEqual([print('logo')]);
  });

  it('remembers fixed findings across scans that did not reach the page', async () => {
    const second = rescan(stateWith([{ is: 'logo' }]), pageOf([]));
    const third = rescan(second, null, 'scan_3');
    expect(statesOf(await compare(third, [pageOf([{ is: 'logo' }])]))).toEqual({ logo: 'regressed' });
  });

  it('remembers a limited number of fixed findings, the latest ones', () => {
    let state = stateWith([]);
    for (let round = 0; round < 3; round += 1) {
      const page = pageOf(Array.from({ length: 150 }, (_, index) => ({ is: `${round} ${index}` })));
      state = rescan(rescan(state, page), pageOf([]));
    }
    const fixed = rule(state)?.fixed ?? [];
    expect(fixed).toHaveLength(FIXED_PER_RULE_MAX);
    expect(new Set(fixed.slice(0, 150))).toEqual(
      new Set(Array.from({ length: 150 }, (_, index) => print(`2 ${index}`))),
    );
  });

  it('counts findings that it cannot list', () => {
    expect(rule(stateWith([{ is: 'logo' }], { beyond: { 'image-alt': 7 } }))?.unlisted).toBe(7);
  });

  it('has the selectors of a finding, truncated', () => {
    const page = pageOf([{ is: 'x'.repeat(300), frame: ['#shop'] }]);
    expect(rule(stateOf({ '/a': [page] }))?.findings[0]?.selector).toBe(`#shop | #${'x'.repeat(191)}`);
  });
});

describe('the state that a scan leaves to gates on new findings', () => {
  const baseline = stateOf({ '/old': [pageOf([{ is: 'logo' }])], '/blank': [null] });
  const leave = (page: ReturnType<typeof pageOf> | null, notAttempted: string[] = []) =>
    stateOf(page === null && notAttempted.length > 0 ? {} : { '/a': [page] }, {
      scanId: 'scan_2',
      carried: baseline,
      notAttempted,
      unreachedStaysNew: true,
    });
  const statesOn = async (state: SiteState, elements: Parameters<typeof pageOf>[0], identity = '/a') => {
    const compared = await compare(state, [pageOf(elements)], {}, identity);
    return [...compared.judgements.values()].map(({ state, cause }) => [state, cause]);
  };
  const isNew = [['new', 'page']];

  it('keeps a new page new if it could not be reached or was skipped', async () => {
    expect(await statesOn(leave(null), [{ is: 'x' }])).toEqual(isNew);
    expect(await statesOn(leave(null, ['/a']), [{ is: 'x' }])).toEqual(isNew);
  });

  it('does not change what was known before', async () => {
    expect(await statesOn(leave(null), [{ is: 'logo' }], '/old')).toEqual([['unchanged', null]]);
    expect(await statesOn(leave(null, ['/old']), [{ is: 'logo' }], '/old')).toEqual([['unchanged', null]]);
    expect(await statesOn(leave(null), [{ is: 'x' }], '/blank')).toEqual([['unknown', null]]);
  });

  it('keeps rules and frames of a new page new if they were not reached, with any engine', async () => {
    const noRule = leave(pageOf([], { notRun: ['image-alt'] }));
    expect(await statesOn(noRule, [{ is: 'x' }])).toEqual([['new', 'unknown']]);
    const noFrame = leave(pageOf([], { framesNotScanned: [['#ad']] }));
    expect(await statesOn(noFrame, [{ is: 'x', frame: ['#ad'] }])).toEqual(isNew);
  });

  it('has nothing unknown if everything on a site counts as new', async () => {
    const options = { unreachedStaysNew: true, notAttempted: ['/c'] };
    const first = stateOf({ '/b': [pageOf([])], '/a': [null] }, options);
    expect(await statesOn(first, [{ is: 'x' }])).toEqual(isNew);
    expect(await statesOn(first, [{ is: 'x' }], '/c')).toEqual(isNew);
  });
});

describe('the limits of a state', () => {
  const input = {
    branch: null,
    comparableKey: 'k',
    discoveryKey: null,
    ruleIds: testedRules,
    unreachedStaysNew: false,
    getRuleDefinition: definitionOf,
  };
  const build = (
    pages: Record<string, Parameters<typeof pageOf>[0] | null>,
    bounds: { pages: number; length: number },
    carried: SiteState | null = null,
    notAttempted: string[] = [],
  ) => {
    const next = new NextState({ ...input, scanId: 'scan_9', carried }, bounds);
    for (const [identity, elements] of Object.entries(pages)) {
      next.add({ identity, url: identity }, [elements === null ? null : pageOf(elements)]);
    }
    for (const identity of notAttempted) next.addNotAttempted({ identity, url: identity });
    return next.finish();
  };

  it('remove the pages that were seen longest ago', () => {
    const old = stateOf({ '/z': [pageOf([])] }, { scanId: 'scan_1' });
    const carried = stateOf({ '/c': [pageOf([])], '/b': [pageOf([])] }, { scanId: 'scan_2', carried: old });
    const { pages } = build({ '/a': [] }, { pages: 3, length: 1e6 }, carried, ['/d']);
    expect(Object.keys(pages)).toEqual(['/a', '/b', '/c']);
  });

  it('make findings unlisted and counted, and therefore unknown, never new', async () => {
    const elements = ['a', 'b', 'c', 'd'].map((is) => ({ is }));
    const state = build({ '/b': elements, '/a': elements }, { pages: 10, length: 2_000 });
    expect(known(state, '/b')).toHaveLength(4);
    const kept = known(state).length;
    expect(kept).toBeLessThan(4);
    expect(rule(state)?.unlisted).toBe(4 - kept);
    const states = Object.values(statesOf(await compare(state, [pageOf(elements)])));
    expect(states.filter((each) => each === 'unchanged')).toHaveLength(kept);
    expect(states.filter((each) => each === 'unknown')).toHaveLength(4 - kept);
  });

  it('remove the findings of pages that were kept from earlier scans', async () => {
    const carried = stateWith([{ is: 'logo' }]);
    const state = build({ '/b': ['a', 'b', 'c'].map((is) => ({ is })) }, { pages: 10, length: 500 }, carried);
    expect(state.pages['/a']?.rules).toEqual({});
    expect(statesOf(await compare(state, [pageOf([{ is: 'logo' }])]))).toEqual({ logo: 'unknown' });
  });

  it('apply to the written size, approximately', () => {
    const elements = Array.from({ length: 100 }, (_, index) => ({
      is: `element ${index}`,
      frame: ['#shop'],
    }));
    const pages = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/page-${index}`, elements]));
    const length = 100_000;
    const text = JSON.stringify(build(pages, { pages: 100, length }));
    expect(text.length).toBeLessThan(length * 1.2);
    expect(text.length).toBeGreaterThan(length * 0.5);
  });
});

describe('the known fingerprints for later scans', () => {
  it('are those of each page, under every version', () => {
    const state = stateOf({
      '/a': [pageOf([{ is: 'logo v2', was: 'logo' }])],
      '/b': [pageOf([])],
      '/c': [null],
    });
    const { pages: packed } = collectKnownFindings(state, {
      masking: '',
      endedAt: '2026-11-01T10:00:00.000Z',
      retentionDays: 365,
    });
    expect(Object.keys(packed)).toEqual(['/a']);
    for (const [element, expected] of [
      [{ is: 'logo v2', was: 'logo' }, true],
      [{ is: 'logo' }, true],
      [{ is: 'map' }, false],
    ] as const) {
      const { identity } = nodeOf(element);
      expect(identity !== null && isKnownFingerprint(packed['/a'] ?? '', identity)).toBe(expected);
    }
  });
});
