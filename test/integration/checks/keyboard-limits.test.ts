import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from '../scanner/harness.ts';

const keyboardIds = checks.filter(({ needs }) => needs === 'keyboard').map(({ id }) => id);
const ruleIds = ['image-alt', ...keyboardIds];
/** Checks that judge a few elements of a page, so that they do not need the whole walk. */
const ofFew = ['a11y-dialog-focus', 'a11y-hover-content', 'a11y-input-context-change', 'a11y-space-key'];

const pages = {
  '/many': page(`<img src="/a.png">${'<button>Button</button>'.repeat(4_100)}`),
  '/trap': page(
    `<a href="#one">One</a><input aria-label="A" onkeydown="if (event.key === 'Tab') event.preventDefault()"><a href="#b">B</a>`,
  ),
  '/endless': page('<img src="/a.png"><button onkeydown="for (;;);">Button</button>'),
  '/endless-button': page(
    `<img src="/a.png"><style>#b:focus { outline: 0 }</style>
    <button id="b">One</button><div role="button" tabindex="0" onkeydown="if (event.key === ' ') for (;;);">Two</div>`,
  ),
  '/triggers': page(
    `<style>.term span { display: none } .term:hover span { display: block }</style>
    ${'<div class="term">Term<span>Meaning</span></div>'.repeat(21)}`,
  ),
};
let site: Site;
beforeAll(async () => {
  site = await serve(pages);
});
afterAll(() => site.close());

const scanOne = async (path: keyof typeof pages, pageTimeoutMs: number) =>
  (await scan([site.url(path)], { ruleIds, pageTimeoutMs })).results[0];
const listNotRun = (result: PageResult | undefined) =>
  result?.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId);

describe('the checks of the keyboard', () => {
  it('that need the whole walk do not run if it needs too many keys', async () => {
    const result = await scanOne('/many', 120_000);
    expect(listNotRun(result)).toEqual(keyboardIds.filter((id) => !ofFew.includes(id)));
    expect(listNodes(result)).toContain('image-alt ["img"]');
    expect(result?.outcome).toBe('partially-scanned');
  });

  it('that need the whole walk do not run if a trap keeps it from elements, except the one of traps', async () => {
    const result = await scanOne('/trap', 60_000);
    expect(listNotRun(result)).toEqual(
      keyboardIds.filter((id) => ![...ofFew, 'a11y-keyboard-trap'].includes(id)),
    );
    expect(listNodes(result)).toEqual(['a11y-keyboard-trap ["input"]']);
  });

  it('do not run if a page never answers a key; the other rules have their results', async () => {
    const result = await scanOne('/endless', 20_000);
    expect(listNotRun(result)).toEqual(keyboardIds);
    expect(listNodes(result)).toEqual(['image-alt ["img"]']);
  });

  it('have the results of the steps that ended before the time did', async () => {
    const result = await scanOne('/endless-button', 20_000);
    expect(listNotRun(result)).toEqual(['a11y-dialog-focus', 'a11y-hover-content', 'a11y-space-key']);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]', 'image-alt ["img"]']);
  });

  it('of content under the pointer does not pass if the page has too many elements that show some', async () => {
    const result = await scanOne('/triggers', 60_000);
    const ofHover = result?.rules.find(({ ruleId }) => ruleId === 'a11y-hover-content');
    expect(ofHover?.result).not.toBe('passed');
  });
});
