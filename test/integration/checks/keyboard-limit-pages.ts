import { checks } from '../../../core/checks/checks.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page, scan, serve } from '../scanner/harness.ts';

export const keyboardIds = checks.filter(({ needs }) => needs === 'keyboard').map(({ id }) => id);

/** Pages with a trap, or with more than the checks of the keyboard test, by path. */
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
  '/editor-frame': page(
    `<a href="#one">One</a><iframe title="Text" srcdoc='<html lang="en"><title>Text</title><body contenteditable="true"
      onkeydown="if (event.keyCode === 9) event.preventDefault()"></body></html>'></iframe>
    <style>#b:focus { outline: 0 }</style><button id="b">B</button>`,
  ),
  '/sound-editor-frame': page(
    `<a href="#one">One</a><iframe title="Text" srcdoc='<html lang="en"><title>Text</title><body contenteditable="true">
      <p>Text</p></body></html>'></iframe><style>#b:focus { outline: 0 }</style><button id="b">B</button>`,
  ),
  '/covers': page(
    `<style>#term span { display: none } #term:hover span { display: block }
      #cover { position: fixed; inset: 0; background: white }</style>
    <div role="button" tabindex="0" onclick="open1()" onkeydown="if (event.key === ' ' || event.key === 'Enter') open1()">Open</div>
    <div id="term">Term<span>Meaning</span></div>
    <script>function open1() { document.body.insertAdjacentHTML('beforeend', '<div id="cover">All</div>') }</script>`,
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
  '/consent': page(
    `<a href="#a">Home</a><button>Add</button><div id="box" role="dialog" aria-modal="true" aria-label="Cookies">
    <button id="yes">Accept</button><button id="no">Decline</button></div><script>
    const [yes, no] = box.querySelectorAll('button'); yes.focus();
    box.addEventListener('keydown', (event) => { if (event.key !== 'Tab') return; event.preventDefault();
      (document.activeElement === yes ? no : yes).focus() })</script>`,
  ),
  '/endless': page('<img src="/a.png"><button onkeydown="for (;;);">Button</button>'),
  '/endless-button': page(
    `<img src="/a.png"><style>#b:focus { outline: 0 }</style>
    <button id="b">One</button><div role="button" tabindex="0" onkeydown="if (event.key === ' ') for (;;);">Two</div>`,
  ),
  '/to-top': page(
    `<style>#up { display: none } #up:focus, #far:focus { outline: 0 }</style><a href="#one">One</a><div style="height: 1500px"></div>
    <a id="far" href="#two">Two</a><a id="up" href="#one">Up</a>
    <script>addEventListener('scroll', () => { up.style.display = scrollY > 100 ? 'inline' : 'none' })</script>`,
  ),
  '/triggers': page(
    `<style>.term span { display: none } .term:hover span { display: block }</style>
    ${'<div class="term">Term<span>Meaning</span></div>'.repeat(61)}`,
  ),
};
export type LimitPath = keyof typeof pages;
export type LimitResults = ReadonlyMap<LimitPath, PageResult>;

/** Scans some of the pages with the checks of the keyboard, in one browser as long as none blocks it. */
export async function scanLimitPages(
  paths: readonly LimitPath[],
  pageTimeoutMs: number,
): Promise<LimitResults> {
  const site = await serve(pages);
  try {
    const ruleIds = ['image-alt', ...keyboardIds];
    const { results } = await scan(paths.map(site.url), { ruleIds, pageTimeoutMs });
    return new Map(paths.map((path, index) => [path, results[index] as PageResult]));
  } finally {
    await site.close();
  }
}

export function listNotRun(result: PageResult | undefined): string[] {
  return result?.rules.filter((rule) => rule.result === 'not-run').map(({ ruleId }) => ruleId) ?? [];
}
