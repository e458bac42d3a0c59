import { beforeAll, describe, expect, it } from 'vitest';
import { listNodes } from '../scanner/harness.ts';
import { keyboardIds, type LimitResults, listNotRun, scanLimitPages } from './keyboard-limit-pages.ts';

let results: LimitResults;
beforeAll(async () => {
  results = new Map([
    ...(await scanLimitPages(['/dialog', '/looks', '/late', '/triggers'], 60_000)),
    // The checks end only with the time of the page. The browser is then replaced.
    ...(await scanLimitPages(['/endless', '/endless-button'], 20_000)),
  ]);
}, 600_000);

describe('the checks of the keyboard, on pages that take long', () => {
  it.each([
    ['/dialog', 'a11y-dialog-focus'],
    ['/looks', 'a11y-focus-visible'],
    ['/late', 'a11y-focus-context-change'],
  ] as const)('do not pass if there is more than they test: %s', (path, id) => {
    expect(listNotRun(results.get(path))).toContain(id);
  });

  it('do not run if a page never answers a key; the other rules have their results', () => {
    const result = results.get('/endless');
    expect(listNotRun(result)).toEqual(keyboardIds);
    expect(listNodes(result)).toEqual(['image-alt ["img"]']);
  });

  it('have the results of the steps that ended before the time did', () => {
    const result = results.get('/endless-button');
    expect(listNotRun(result)).toEqual(['a11y-dialog-focus', 'a11y-space-key']);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]', 'image-alt ["img"]']);
  });

  it('of content under the pointer does not pass if the page has too many elements that show some', () => {
    const result = results.get('/triggers');
    const ofHover = result?.rules.find(({ ruleId }) => ruleId === 'a11y-hover-content');
    expect(ofHover?.result).toBe('not-run');
  });
});
