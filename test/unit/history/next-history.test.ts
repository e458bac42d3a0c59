import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScannedPage } from '../../../core/comparison/page-findings.ts';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { buildHistory } from '../../../core/history/next-history.ts';
import { EVENTS_MAX, getLifeState, type Life, type SiteHistory } from '../../../core/history/site-history.ts';
import { hold } from '../../support/hold.ts';
import { type Element, type PageOptions, pageOf, print, stateOf } from '../comparison/fixtures.ts';

/** An element with the name of its component; by default all are of one. */
type Part = Element & { of?: string };
type Pages = Record<string, Part[] | { elements: Part[]; options: PageOptions } | null>;

/** A site that is scanned again and again. Each scan continues the one before. */
class Site {
  number = 0;
  state: SiteState | null = null;
  history: SiteHistory | null = null;

  scan(
    pages: Pages,
    { carried = this.state, closedMax }: { carried?: SiteState | null; closedMax?: number } = {},
  ) {
    this.number += 1;
    const scan = scanOf(this.number);
    const results: Record<string, (ScannedPage | null)[]> = {};
    const groups = new Map<string, string>();
    for (const [identity, page] of Object.entries(pages)) {
      const { elements, options } =
        page === null || 'elements' in page ? (page ?? { elements: [] }) : { elements: page };
      results[identity] = [page === null ? null : pageOf(elements, options)];
      for (const { is, was, of = 'card' } of elements)
        groups.set(print(is, was === undefined ? 1 : 2), `grp_${of}`);
    }
    this.state = stateOf(results, { scanId: scan.scanId, carried });
    this.history = buildHistory(
      {
        scan,
        state: this.state,
        groups,
        previous: this.history,
        carried: carried && { state: carried, scan: scanOf(Number(carried.scanId.slice(5))) },
      },
      closedMax === undefined ? undefined : { findings: closedMax, groups: closedMax },
    );
    return this;
  }

  finding(is: string, version = 1) {
    return this.#show(this.history?.findings.get(print(is, version)));
  }

  group(of = 'card') {
    return this.#show(this.history?.groups.get(`grp_${of}`));
  }

  /** Returns the state and the numbers of the scans of the events, such as `fixed 1 3`. */
  #show(life: Life | undefined) {
    if (life === undefined) return undefined;
    const numbers = life.events.map((event) => this.history?.scans[event]?.commit);
    return [getLifeState(life), ...(life.isEarlier ? ['earlier'] : []), ...numbers].join(' ');
  }
}

function scanOf(number: number) {
  const day = String((number % 28) + 1).padStart(2, '0');
  return { scanId: `scan_${number}`, commit: String(number), at: `2026-11-${day}T10:00:00.000Z` };
}

const logo = { is: 'logo' };
const map = { is: 'map' };

describe('the history of a finding', () => {
  it('has when it was first seen, fixed, and seen again', () => {
    const site = new Site().scan({ '/a': [logo] }).scan({ '/a': [logo] });
    expect(site.finding('logo')).toBe('open 1');
    expect(site.scan({ '/a': [] }).finding('logo')).toBe('fixed 1 3');
    expect(site.scan({ '/a': [] }).finding('logo')).toBe('fixed 1 3');
    expect(site.scan({ '/a': [logo] }).finding('logo')).toBe('open 1 3 5');
  });

  it('has no fix that no scan observed', () => {
    const begin = () => new Site().scan({ '/a': [{ ...logo, frame: ['#shop'] }, map] });
    expect(begin().scan({ '/a': null }).finding('map')).toBe('open 1');
    expect(begin().scan({ '/b': [] }).finding('map')).toBe('open 1');
    expect(
      begin()
        .scan({ '/a': { elements: [], options: { notRun: ['image-alt'] } } })
        .finding('map'),
    ).toBe('open 1');
    expect(
      begin()
        .scan({ '/a': { elements: [], options: { incomplete: true } } })
        .finding('map'),
    ).toBe('open 1');
    const framed = begin().scan({ '/a': { elements: [], options: { framesNotScanned: [['#shop']] } } });
    expect([framed.finding('logo'), framed.finding('map')]).toEqual(['open 1', 'fixed 1 2']);
    const beyond = begin().scan({
      '/a': { elements: [{ is: 'x' }], options: { beyond: { 'image-alt': 9 } } },
    });
    expect(beyond.finding('map')).toBe('open 1');
  });

  it('does not say that a finding is fixed if it is the history of a scan whose state was not continued', () => {
    // A gate on new findings fails at the second scan, so the third one continues the state of the first.
    const begin = () => {
      const site = new Site().scan({ '/a': [] });
      const passed = site.state;
      return { site: site.scan({ '/a': [logo], '/b': [map] }), passed };
    };
    const again = begin();
    expect(again.site.scan({ '/a': [logo] }, { carried: again.passed }).finding('logo')).toBe('open 2');
    expect(again.site.finding('map')).toBe('unknown 2');
    expect(again.site.scan({ '/b': [map] }).finding('map')).toBe('open 2');
    const gone = begin();
    expect(gone.site.scan({ '/a': [] }, { carried: gone.passed }).finding('logo')).toBe('fixed 2 3');
    const partly = begin();
    const page = { elements: [], options: { incomplete: true } };
    expect(partly.site.scan({ '/a': page }, { carried: partly.passed }).finding('logo')).toBe('unknown 2');
  });

  it('is continued under a new version of fingerprints, and after the element was edited', () => {
    const site = new Site().scan({ '/a': [logo, { is: 'map', at: 'top' }] });
    site.scan({
      '/a': [
        { is: 'new logo', was: 'logo' },
        { is: 'new map', at: 'top' },
      ],
    });
    expect([site.finding('new logo', 2), site.finding('new map')]).toEqual(['open 1', 'open 1']);
    expect([site.finding('logo'), site.finding('map')]).toEqual([undefined, undefined]);
    expect(site.group()).toBe('open 1');
  });

  it('says that a finding may be older than the history, if only the state has it', () => {
    const site = new Site().scan({ '/a': [logo, map], '/b': [{ is: 'q' }] });
    site.history = null;
    site.scan({ '/a': [logo, { is: 'added' }] });
    expect(site.finding('logo')).toBe('open earlier 1');
    expect(site.finding('map')).toBe('fixed earlier 1 2');
    expect(site.finding('q')).toBe('open earlier 1');
    expect(site.finding('added')).toBe('open 2');
    expect(site.group()).toBe('open earlier 1');
  });

  it('keeps the first event and the last ones', () => {
    const site = new Site();
    for (let round = 0; round < 20; round += 1) site.scan({ '/a': [logo] }).scan({ '/a': [] });
    const life = site.history?.findings.get(print('logo'));
    expect(life?.events).toHaveLength(EVENTS_MAX);
    expect((life?.omitted ?? 0) + EVENTS_MAX).toBe(40);
    expect(site.finding('logo')).toMatch(/^fixed 1 .* 39 40$/);
    // The scans of the other events are not stored.
    expect(site.history?.scans).toHaveLength(EVENTS_MAX);
  });

  it('drops the oldest findings that are not open', () => {
    const site = new Site().scan({ '/a': [logo, map, { is: 'q' }] });
    site.scan({ '/a': [map, { is: 'q' }] }, { closedMax: 1 }).scan({ '/a': [{ is: 'q' }] }, { closedMax: 1 });
    expect([site.finding('logo'), site.finding('map'), site.finding('q')]).toEqual([
      undefined,
      'fixed 1 3',
      'open 1',
    ]);
  });
});

describe('the history of an issue group', () => {
  it('is open as long as one of its findings is', () => {
    const site = new Site().scan({ '/a': [logo], '/b': [map] });
    expect(site.scan({ '/a': [], '/b': [map] }).group()).toBe('open 1');
    expect(site.scan({ '/a': [], '/b': [] }).group()).toBe('fixed 1 3');
    expect(site.scan({ '/a': [{ is: 'another' }], '/b': [] }).group()).toBe('open 1 3 4');
  });

  it('is not fixed while a finding is unknown, also after the history dropped it', () => {
    const begin = () => {
      const site = new Site().scan({ '/a': [] });
      const passed = site.state;
      return site.scan({ '/a': [logo], '/b': [map] }).scan({ '/a': [] }, { carried: passed, closedMax: 1 });
    };
    const site = begin();
    expect([site.finding('logo'), site.finding('map')]).toEqual(['fixed 2 3', undefined]);
    expect(site.group()).toBe('unknown 2');
    expect(site.scan({ '/a': [logo] }).group()).toBe('open 2');
    expect(site.scan({ '/a': [] }).group()).toBe('unknown 2');
  });

  it('is not fixed while the rule has findings that are not listed', () => {
    const site = new Site().scan({ '/a': [logo], '/b': [map] });
    site.scan({
      '/a': [],
      '/b': { elements: [{ is: 'q', of: 'list' }], options: { beyond: { 'image-alt': 3 } } },
    });
    expect(site.finding('logo')).toBe('fixed 1 2');
    site.scan({
      '/a': [],
      '/b': { elements: [{ is: 'q', of: 'list' }], options: { beyond: { 'image-alt': 3 } } },
    });
    expect(site.group()).not.toMatch(/^fixed/);
    expect(site.scan({ '/a': [], '/b': [] }).group()).toBe('fixed 1 4');
  });

  it('goes on under the id of the group that its findings have now', () => {
    const site = new Site().scan({ '/a': [{ ...logo, of: 'old' }] }).scan({ '/a': [{ ...logo, of: 'new' }] });
    expect([site.group('old'), site.group('new')]).toEqual([undefined, 'open 1']);
  });
});

describe('any sequence of scans', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const page = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(names) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('incomplete' as const) },
  );
  const rounds = fc.array(fc.record({ '/x': page, '/y': page, skipsState: fc.boolean() }), { maxLength: 14 });
  const elementsOn = (identity: string, on: readonly string[]) =>
    on.map((name) => ({ is: `${identity}${name}`, of: name }));

  it('has a history that agrees with what the scans saw', () => {
    hold(
      fc.property(rounds, (given) => {
        const site = new Site();
        let older: SiteState | null = null;
        /** What is certain about each element: the last scan that observed it saw it or not. */
        const certain = new Map<string, boolean>();
        for (const { skipsState, ...pages } of given) {
          const scanned: Pages = {};
          for (const [identity, on] of Object.entries(pages)) {
            const options = { elements: [], options: { incomplete: true } };
            scanned[identity] = on === null ? null : on === 'incomplete' ? options : elementsOn(identity, on);
            if (on === null || on === 'incomplete') continue;
            for (const name of names) {
              const element = `${identity}${name}`;
              if (on.includes(name)) certain.set(element, true);
              else if (certain.has(element)) certain.set(element, false);
            }
          }
          const before: SiteState | null = site.state;
          site.scan(scanned, skipsState ? { carried: older } : {});
          if (!skipsState) older = before;
          check(site, certain);
        }
      }),
      40,
    );
  });

  function check(site: Site, certain: ReadonlyMap<string, boolean>) {
    expect([...(site.history?.findings.keys() ?? [])].sort()).toEqual(
      [...certain.keys()].map((name) => print(name)).sort(),
    );
    for (const [element, isOpen] of certain) {
      const state = site.finding(element)?.split(' ')[0];
      // What was seen last is never fixed, and what was observed as gone is never open.
      expect(isOpen ? ['open', 'unknown'] : ['fixed']).toContain(state);
    }
    for (const [id, group] of site.history?.groups ?? []) {
      const members = [...certain].filter(([element]) => id === `grp_${element.slice(2)}`);
      if (members.some(([, isOpen]) => isOpen)) expect(getLifeState(group)).not.toBe('fixed');
      else expect(getLifeState(group)).toBe('fixed');
    }
  }
});
