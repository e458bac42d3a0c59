import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from '../scanner/harness.ts';

const keyboardIds = checks.filter(({ needs }) => needs === 'keyboard').map(({ id }) => id);
const ruleIds = ['image-alt', ...keyboardIds];
/** The check of the pointer does not need the walk. */
const ofWalk = keyboardIds.filter((id) => id !== 'a11y-hover-content');

const pages = {
  '/trap': page(
    `<a href="#one">One</a><input aria-label="A" onkeydown="if (event.key === 'Tab') event.preventDefault()">
    <a href="#b">B</a><div role="button" tabindex="0" onclick="x = 1" onkeydown="x = event.key === 'Enter'">C</div>`,
  ),
  '/editor': page(
    `<textarea aria-label="Code" onkeydown="if (event.key === 'Tab' && !this.left) event.preventDefault();
      if (event.key === 'Escape') this.left = true"></textarea><p>Press Escape, then Tab, to leave the editor.</p>
    <style>#b:focus { outline: 0 }</style><button id="b">B</button>`,
  ),
  '/two-traps': page(
    ['A', 'B']
      .map(
        (name) => `<input aria-label="${name}" onkeydown="if (event.key === 'Tab') event.preventDefault()">`,
      )
      .join(''),
  ),
  '/editor-before-trap': page(
    ['true', 'false']
      .map(
        (
          leaves,
        ) => `<textarea aria-label="${leaves}" onkeydown="if (event.key === 'Tab' && !this.left) event.preventDefault();
        if (event.key === 'Escape') this.left = ${leaves}"></textarea>`,
      )
      .join(''),
  ),
  // Space does nothing on a link with the role of a button, which is a question, before there are too many buttons.
  '/asked-buttons': page(
    `<a role="button" tabindex="0" href="#" onclick="x = 1">Button</a>${'<span role="button" tabindex="0" onkeydown="this.title += 1">Button</span>'.repeat(41)}`,
  ),
  '/hidden-keys': page(
    `<img src="/a.png"><script>addEventListener('keyup', (event) => event.stopImmediatePropagation(), true)</script>
    <button>One</button><button>Two</button>`,
  ),
  '/hidden-element': page('<button>One</button><button id="two">Two</button><button>Three</button>').replace(
    '<head>',
    `<head><script>addEventListener('keyup', (event) => { if (event.target.id === 'two') event.stopImmediatePropagation() }, true)</script>`,
  ),
  '/ring': page(
    `<div id="ring">${'<button>Button</button>'.repeat(110)}</div><button>After</button><script>
    const all = [...ring.children];
    addEventListener('keydown', (event) => { if (event.key !== 'Tab') return; event.preventDefault();
      all[(all.indexOf(document.activeElement) + 1) % all.length].focus() });</script>`,
  ),
  '/buttons': page(
    '<span role="button" tabindex="0" onclick="x = 1" onkeydown="this.title += 1">Button</span>'.repeat(41),
  ),
  '/lists': page('<select aria-label="List"><option>A<option>B</select>'.repeat(41)),
  '/dialogs': page(
    Array.from(
      { length: 11 },
      (
        _,
        index,
      ) => `<button type="button" aria-haspopup="dialog" onclick="d${index}.showModal()">Open</button>
        <dialog id="d${index}" aria-label="D"><button onclick="d${index}.close()">Close</button></dialog>`,
    ).join(''),
  ),
  '/dialog': page(
    `<button type="button" aria-haspopup="dialog" onclick="d.showModal()">Open</button>
    <dialog id="d" aria-label="D">${'<button>Button</button>'.repeat(101)}</dialog>`,
  ),
  // Only pictures show what is drawn.
  '/looks': page(
    `<style>button:focus { outline: 0 }</style><canvas id="drawing" role="img" aria-label="D"></canvas>${Array.from(
      { length: 21 },
      (_, index) =>
        `<button class="c${index}" onfocus="draw('fillRect')" onblur="draw('clearRect')">Button</button>`,
    ).join('')}<script>const draw = (name) => drawing.getContext('2d')[name](0, 0, 99, 99)</script>`,
  ),
  '/late': page(
    `${'<button>Button</button>'.repeat(101)}<button onfocus="setTimeout(() => { location.href = '/other' }, 100)">Last</button>`,
  ),
  '/radios': page(
    '<label><input type="radio" name="r"> A</label><label><input type="radio" name="r"> B</label><details><summary>S</summary><a href="#a">A</a></details>',
  ),
  '/modal': page(
    `<button>Behind</button><div role="dialog" aria-modal="true" aria-label="D"><button id="in">In</button></div>
    <script>addEventListener('focusin', (event) => { if (event.target.id !== 'in') document.querySelector('#in').focus() })</script>`,
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
/** On these pages the checks end only with the time of the page. The browser is then replaced. */
const endless = ['/endless', '/endless-button'] as const;
const isEndless = (path: string) => endless.some((each) => each === path);

let site: Site;
const results = new Map<string, PageResult>();
// One browser shows all pages that have the same time.
beforeAll(async () => {
  site = await serve(pages);
  const others = Object.keys(pages).filter((path) => !isEndless(path));
  for (const [paths, pageTimeoutMs] of [
    [others, 60_000],
    [endless, 20_000],
  ] as const) {
    const scanned = await scan(paths.map(site.url), { ruleIds, pageTimeoutMs });
    for (const [index, path] of paths.entries()) results.set(path, scanned.results[index] as PageResult);
  }
}, 600_000);
afterAll(() => site.close());

const getResult = (path: keyof typeof pages) => results.get(path);
const listNotRun = (result: PageResult | undefined) =>
  result?.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId);

describe('the checks of the keyboard', () => {
  it('test what follows a trap, and another trap', () => {
    const result = getResult('/trap');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-keyboard-trap ["input"]']);
    expect(listNodes(getResult('/two-traps'))).toEqual([
      `a11y-keyboard-trap ["input[aria-label=\\"A\\"]"]`,
      `a11y-keyboard-trap ["input[aria-label=\\"B\\"]"]`,
    ]);
  });

  it('test what follows an editor that a key leaves', () => {
    const result = getResult('/editor');
    expect(listNotRun(result)).toEqual([]);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]']);
  });

  it('find a trap right behind an editor', () => {
    expect(listNodes(getResult('/editor-before-trap'))).toEqual([
      'a11y-keyboard-trap ["textarea[aria-label=\\"false\\"]"]',
    ]);
  });

  it('pass if the Tab key reaches everything that it should', () => {
    for (const path of ['/radios', '/modal'] as const) expect(listNotRun(getResult(path))).toEqual([]);
  });

  it.each(['/hidden-keys', '/hidden-element', '/ring'] as const)(
    'do not pass if keys are hidden or kept: %s',
    (path) => {
      const result = getResult(path);
      expect(listNotRun(result)).toEqual(ofWalk);
      if (path === '/hidden-keys') expect(listNodes(result)).toEqual(['image-alt ["img"]']);
      expect(result?.outcome).toBe('partially-scanned');
    },
  );

  it.each([
    ['/buttons', 'a11y-space-key'],
    ['/asked-buttons', 'a11y-space-key'],
    ['/lists', 'a11y-input-context-change'],
    ['/dialogs', 'a11y-dialog-focus'],
    ['/dialog', 'a11y-dialog-focus'],
    ['/looks', 'a11y-focus-visible'],
    ['/late', 'a11y-focus-context-change'],
  ] as const)('do not pass if there is more than they test: %s', (path, id) => {
    expect(listNotRun(getResult(path))).toContain(id);
  });

  it('do not run if a page never answers a key; the other rules have their results', () => {
    const result = getResult('/endless');
    expect(listNotRun(result)).toEqual(keyboardIds);
    expect(listNodes(result)).toEqual(['image-alt ["img"]']);
  });

  it('have the results of the steps that ended before the time did', () => {
    const result = getResult('/endless-button');
    expect(listNotRun(result)).toEqual(['a11y-dialog-focus', 'a11y-hover-content', 'a11y-space-key']);
    expect(listNodes(result)).toEqual(['a11y-focus-visible ["#b"]', 'image-alt ["img"]']);
  });

  it('of content under the pointer does not pass if the page has too many elements that show some', () => {
    const result = getResult('/triggers');
    const ofHover = result?.rules.find(({ ruleId }) => ruleId === 'a11y-hover-content');
    expect(ofHover?.result).toBe('not-run');
  });
});
