import { describe, expect, it } from 'vitest';
import type { SiteState } from '../../../core/comparison/site-state.ts';
import { parseState, serializeState } from '../../../core/comparison/stored-state.ts';

const state: SiteState = {
  version: 1,
  scanId: 'scan_01arz3ndektsv4rrffq69g5fav',
  branch: 'main "2"',
  comparableKey: '0123456789abcdef',
  discoveryKey: null,
  runs: [{ scanId: 'scan_01arz3ndektsv4rrffq69g5fav', axe: '4.14.1', browser: 'Chrome/153.0' }],
  pages: {
    '/': { url: 'https://shop.example/', seen: 'scan_1', result: null, framesUnknown: [], rules: {} },
    ['__proto__']: {
      url: 'https://shop.example/a\nb"},\n}}',
      seen: 'scan_1',
      result: { scanId: 'scan_1', key: 'results/1' },
      framesUnknown: [['0011']],
      rules: { label: { run: 0, definition: 'd', findings: [], fixed: ['f1_00'], unlisted: 2 } },
    },
  },
};
const stored = (of: SiteState) => new TextEncoder().encode([...serializeState(of)].join(''));

describe('the stored state of a site', () => {
  it('is JSON, and is read as it was written', () => {
    expect(JSON.stringify(JSON.parse(new TextDecoder().decode(stored(state))))).toBe(JSON.stringify(state));
    expect(JSON.stringify(parseState(stored(state)))).toBe(JSON.stringify(state));
    expect(Object.keys(parseState(stored(state)).pages)).toEqual(['/', '__proto__']);
  });

  it('may have no pages', () => {
    const empty = { ...state, pages: {} };
    expect(parseState(stored(empty))).toEqual(empty);
  });

  it('is rejected if it is truncated or not a state', () => {
    expect(() => parseState(stored(state).slice(0, -3))).toThrow('ends too early');
    expect(() => parseState(new TextEncoder().encode('{"version":2,"pages":{\n}}'))).toThrow();
    expect(() => parseState(new Uint8Array())).toThrow();
  });
});
