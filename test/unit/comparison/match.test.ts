import { describe, expect, it } from 'vitest';
import { type Matchable, matchFingerprints, matchLocations } from '../../../core/comparison/match.ts';

interface Named extends Matchable {
  name: string;
}

function finding(name: string, fingerprint: string, overrides: Partial<Matchable> = {}): Named {
  return {
    name,
    fingerprint,
    formerly: [],
    place: name,
    markup: '',
    kind: 'violation',
    frame: [],
    ...overrides,
  };
}
/** Both orders. */
const orders = <T>(list: readonly T[]) => [list, list.toReversed()];
const pairsOf = (pairs: ReadonlyMap<Named, Named>) =>
  [...pairs].map(([current, known]) => `${current.name} = ${known.name}`).sort();
const names = (list: readonly Named[]) => list.map(({ name }) => name);

describe('pairing by fingerprint', () => {
  it('pairs duplicates at their unchanged locations, so that the removed one is left', () => {
    const duplicates = [finding('first', 'f1_a'), finding('second', 'f1_a'), finding('third', 'f1_a')];
    for (const stayed of duplicates) {
      for (const known of orders(duplicates)) {
        const { pairs, unmatchedKnown } = matchFingerprints(known, [{ ...stayed }]);
        expect(pairsOf(pairs)).toEqual([`${stayed.name} = ${stayed.name}`]);
        expect(names(unmatchedKnown)).not.toContain(stayed.name);
      }
    }
  });

  it('pairs the same kind at another location before the other kind at the same location', () => {
    const review = finding('here', 'f1_a', { kind: 'review' });
    const violation = finding('there', 'f1_a');
    for (const known of orders([review, violation])) {
      for (const kind of ['review', 'violation'] as const) {
        for (const place of ['here', 'there', 'elsewhere']) {
          const { pairs } = matchFingerprints(known, [finding('now', 'f1_a', { kind, place })]);
          expect([...pairs.values()].map((one) => one.kind)).toEqual([kind]);
        }
      }
    }
  });

  it('leaves the same finding of several equally near ones, in any order of the list', () => {
    const known = [finding('a', 'f1_a'), finding('b', 'f1_a'), finding('c', 'f1_a')];
    const current = [finding('x', 'f1_a'), finding('y', 'f1_a')];
    const results = orders(known).flatMap((before) =>
      orders(current).map((after) => {
        const { pairs, unmatchedKnown } = matchFingerprints(before, after);
        return JSON.stringify([pairsOf(pairs), names(unmatchedKnown)]);
      }),
    );
    expect(new Set(results).size).toBe(1);
  });

  it('pairs each finding at most once', () => {
    const { pairs, unmatchedCurrent } = matchFingerprints(
      [finding('a', 'f1_a')],
      [finding('x', 'f1_a'), finding('y', 'f1_a')],
    );
    expect(pairs.size).toBe(1);
    expect(unmatchedCurrent).toHaveLength(1);
  });

  it('pairs under the newest version that both have, even if it is the own version of neither', () => {
    const known = finding('known', 'f2_k', { formerly: ['f1_x'] });
    const current = finding('current', 'f3_c', { formerly: ['f1_x'] });
    expect(pairsOf(matchFingerprints([known], [current]).pairs)).toEqual(['current = known']);
  });

  it('lets a later version distinguish findings that an earlier one did not', () => {
    const known = [
      finding('icon a', 'f2_a', { formerly: ['f1_icon'], place: '1' }),
      finding('icon b', 'f2_b', { formerly: ['f1_icon'], place: '2' }),
    ];
    const current = [
      finding('icon b', 'f2_b', { formerly: ['f1_icon'], place: '1' }),
      finding('icon a', 'f2_a', { formerly: ['f1_icon'], place: '2' }),
    ];
    expect(pairsOf(matchFingerprints(known, current).pairs)).toEqual(['icon a = icon a', 'icon b = icon b']);
  });

  it('does not pair equal digests of different versions', () => {
    expect(matchFingerprints([finding('a', 'f1_a')], [finding('a', 'f2_a')]).pairs.size).toBe(0);
  });
});

describe('pairing by element location', () => {
  const known = finding('top', 'f1_a');

  it('pairs an element that was edited at its location, once', () => {
    const { pairs, unmatchedCurrent } = matchLocations(
      [known],
      [finding('new text', 'f1_b', { place: 'top' }), finding('copy', 'f1_c', { place: 'top' })],
    );
    expect(pairs.size).toBe(1);
    expect(unmatchedCurrent).toHaveLength(1);
  });

  it.each<[string, Partial<Matchable>]>([
    ['another location', { place: 'bottom' }],
    ['another kind', { place: 'top', kind: 'review' }],
    ['a frame', { place: 'top', frame: ['frame'] }],
  ])('does not pair with %s', (_, overrides) => {
    expect(matchLocations([known], [finding('other', 'f1_b', overrides)]).pairs.size).toBe(0);
  });
});
