import { describe, expect, it } from 'vitest';
import { compare, pageOf, print, stateOf, statesOf, stateWith } from './fixtures.ts';

const emptyPage = (...names: string[]) =>
  pageOf(
    names.map((is) => ({ is })),
    { outcome: 'empty', notRun: names.length === 0 ? ['image-alt', 'label'] : ['label'] },
  );
const knownOn = (state: ReturnType<typeof stateOf>) =>
  (state.pages['/a']?.rules['image-alt']?.findings ?? []).map(({ fingerprint }) => fingerprint).sort();

describe('a page that is empty now', () => {
  it('keeps what is known of it: nothing is fixed', async () => {
    const before = stateWith([{ is: 'logo' }, { is: 'map' }]);
    const compared = await compare(before, [emptyPage('logo')]);
    expect(statesOf(compared)).toEqual({ logo: 'unchanged' });
    expect(compared.fixed).toEqual([]);
    expect(compared.notSeenAgain.map(({ known }) => known.fingerprint)).toEqual([print('map')]);
    const after = stateOf({ '/a': [emptyPage('logo')] }, { scanId: 'scan_2', carried: before });
    expect(knownOn(after)).toEqual([print('logo'), print('map')].sort());
    expect(after.pages['/a']?.observed).toBeUndefined();
  });

  it('has new findings', async () => {
    const compared = await compare(stateWith([{ is: 'logo' }]), [emptyPage('map')]);
    expect(statesOf(compared)).toEqual({ map: 'new' });
  });
});

describe('a page that was empty', () => {
  it('has the same findings if it is empty again, so that they are new only once', async () => {
    const before = stateOf({ '/a': [emptyPage('logo')] });
    expect(statesOf(await compare(before, [emptyPage('logo')]))).toEqual({ logo: 'unchanged' });
  });

  it('has fixed findings when it was scanned without them', async () => {
    const compared = await compare(stateOf({ '/a': [emptyPage('logo')] }), [pageOf([])]);
    expect(compared.fixed.map(({ known }) => known.fingerprint)).toEqual([print('logo')]);
  });

  it('does not make findings of rules known that found nothing on it', async () => {
    const compared = await compare(stateOf({ '/a': [emptyPage('logo')] }), [
      pageOf([{ is: 'field', rule: 'label' }]),
    ]);
    expect(statesOf(compared)).toEqual({ field: 'unknown' });
  });
});
