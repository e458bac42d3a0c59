import type { CheckCases } from './check-cases.ts';

const TEXT =
  '<p>Delivery takes three days in most of the cities.</p><p>Returns are free within two weeks.</p>';

/** A trigger with content beside it, which the styles show. @param top the distance of the content from the trigger */
const tip = (rule: string, inner: string, after = TEXT) =>
  `<style>#open { position: relative; display: inline-block; width: 120px; height: 24px }
  #tip { position: absolute; left: 0; width: 160px; height: 30px; background: #fff; display: none } ${rule}</style>
  <div>${inner}</div>${after}`;

/** A tooltip that scripts append to the page. @param hide what happens when the pointer leaves the button */
const scripted = (hide: string, more = '') => `<button id="open" aria-label="Delivery">?</button>${TEXT}
  <script>const opener = document.getElementById('open'); let tip = null;
  const remove = () => { tip?.remove(); tip = null };
  opener.addEventListener('mouseenter', () => {
    if (tip) return;
    const { left, bottom } = opener.getBoundingClientRect();
    tip = document.createElement('div'); tip.textContent = 'We deliver on each working day';
    tip.style.cssText = 'position: absolute; background: #fff; width: 200px; left: ' + (left + scrollX) + 'px; top: ' +
      (bottom + scrollY) + 'px';
    document.body.append(tip); ${more} });
  opener.addEventListener('mouseleave', (event) => { ${hide} });</script>`;
const ESCAPE = `document.addEventListener('keydown', (event) => { if (event.key === 'Escape') remove() });`;

/** A button and its dialog, which covers the page. @param script what opens and closes the dialog */
const cover = (script: string) => `<button id="menu" aria-haspopup="dialog">Settings</button>
  <div id="cover" role="dialog" aria-modal="true" aria-label="Settings" style="position: fixed; inset: 0; background: #fff" hidden>
  <button class="first">Reset</button><input aria-label="Name"><button id="shut">Close</button></div>
  <script>const cover = document.getElementById('cover'); const shut = document.getElementById('shut');
  const menu = document.getElementById('menu'); const show = (isShown) => { cover.hidden = !isShown };
  menu.onclick = () => { show(true); cover.querySelector('input').focus() };
  cover.addEventListener('keydown', (event) => { if (event.key === 'Tab') { event.preventDefault();
    const all = [...cover.querySelectorAll('button, input')];
    all[(all.indexOf(document.activeElement) + 1) % all.length].focus() } }); ${script}</script>`;

export const cases: CheckCases = {
  check: 'a11y-hover-content',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a tooltip behind a dialog that only its button closes',
      html: `${cover('shut.onclick = () => show(false)')}${scripted('remove()')}`,
      violations: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'reports a tooltip behind a dialog whose field keeps Escape',
      html: `${cover(`cover.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && event.target.localName !== 'input') { show(false); menu.focus() } });
        menu.onclick = () => { show(true); cover.querySelector('button').focus() }`)}${scripted('remove()')}`,
      violations: ['#open'],
    },
    {
      kind: 'borderline',
      shows:
        'accepts an element that the page has covered from the beginning, so that no pointer can be on it',
      html: `<div style="position: fixed; inset: 0; background: #fff"><p>One moment</p></div>${scripted('remove()')}`,
    },
    {
      kind: 'bad',
      shows: 'asks about a tooltip that vanishes in the gap to its element',
      html: tip(
        '#tip { top: 40px } #open:hover #tip { display: block }',
        '<span id="open">Rate<span id="tip">Per year</span></span>',
      ),
      reviews: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'reports a tooltip beside its element that lets the pointer pass',
      html: tip(
        '#tip { top: 24px; pointer-events: none; } #open:hover + #tip { display: block }',
        '<div style="position: relative"><span id="open">Rate</span><span id="tip">Per year</span></div>',
      ),
      violations: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'reports a tooltip of a script that vanishes when the pointer leaves its button',
      html: scripted('remove()'),
      violations: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'asks about a tooltip that vanishes by itself',
      html: scripted('if (event.relatedTarget !== tip) remove()', `setTimeout(remove, 2000); ${ESCAPE}`),
      reviews: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'asks about a menu that covers text and does not close on Escape',
      html: `<style>ul { list-style: none; margin: 0; padding: 0 } #item { position: relative; width: 120px }
        #item ul { position: absolute; display: none; background: #fff; width: 300px } #item:hover ul { display: block }</style>
        <ul><li id="item"><a href="#products">Products</a><ul><li><a href="#a">Chairs</a></li><li><a href="#b">Tables</a></li>
        <li><a href="#c">Lamps and lights</a></li></ul></li></ul>${TEXT}`,
      reviews: ['#item'],
    },
    {
      kind: 'bad',
      shows: 'asks about a text of a style sheet beside its element',
      html: `<style>#open { position: relative; display: inline-block; width: 60px; height: 20px }
        #open:hover::after { content: attr(data-tip); position: absolute; left: 0; top: 40px; width: 180px; height: 30px; background: #fff }</style>
        <div><span id="open" data-tip="Every morning">Rate</span></div>${TEXT}`,
      reviews: ['#open'],
    },
    {
      kind: 'bad',
      shows: 'reports a tooltip in a frame that must be scrolled to',
      html: `<div style="height: 1500px">High</div>
        <iframe src="/hover-content-frame" title="Frame" width="400" height="200" style="padding: 10px"></iframe>`,
      files: {
        '/hover-content-frame': `<!doctype html><html lang="en"><title>Frame</title>${scripted('remove()')}</html>`,
      },
      violations: ['iframe | #open'],
    },
    {
      kind: 'good',
      shows: 'accepts a tooltip that repeats the name of its button, also beyond a gap',
      html: tip(
        '#tip { top: 30px } #open:hover + #tip { display: block }',
        '<button id="open" aria-label="Delete the order">×</button><div id="tip">Delete the order</div>',
      ),
    },
    {
      kind: 'good',
      shows: 'accepts a tooltip that can be pointed at, and closed by Escape',
      html: scripted(
        `setTimeout(() => { if (tip && !tip.matches(':hover')) remove() }, 200)`,
        `tip.addEventListener('mouseleave', remove); ${ESCAPE}`,
      ),
    },
    {
      kind: 'good',
      shows: 'accepts pages without content on hover: a title, an element without an effect, and a color',
      html: `<style>#link:hover { color: #00f; display: inline-block } #box:hover span { opacity: 0.8 }</style>
        <a id="link" href="#x" title="A native tooltip">Link</a> <p id="box">One <span>two</span></p>
        <button data-tooltip="Nothing">Button</button><button id="log">Log</button>
        <script>document.getElementById('log').addEventListener('mouseenter', () => { window.seen = true })</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts content within its element that covers nothing',
      html: tip(
        '#tip { top: 24px } #open:hover #tip { display: block }',
        '<span id="open">Rate<span id="tip">Per year</span></span>',
        '<div style="height: 60px"></div>',
      ),
    },
    {
      kind: 'borderline',
      shows: 'asks about an enlarged image beside the image that covers text',
      html: `<style>#zoom { position: absolute; left: 110px; top: 60px; width: 300px; height: 300px; visibility: hidden }
        #image { display: inline-block; width: 80px } #image:hover + #zoom { visibility: visible }</style>
        <div><span id="image"><svg role="img" aria-label="Chair" width="80" height="80"><rect width="80" height="80" /></svg></span>
        <svg id="zoom" role="img" aria-label="Chair" width="300" height="300"><rect width="300" height="300" /></svg></div>
        <p style="padding-left: 120px">A chair of oak.</p>`,
      reviews: ['#image'],
    },
    {
      kind: 'borderline',
      shows: 'accepts an image with a caption over itself',
      html: `<style>#card { position: relative; width: 200px; height: 100px } #card p { position: absolute; inset: 0; margin: 0; opacity: 0; transition: opacity 0.3s }
        #card:hover p { opacity: 1 }</style><div id="card"><svg role="img" aria-label="Chair" width="200" height="100"></svg><p>A chair of oak</p></div>${TEXT}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts what appears by itself, and what stays without the pointer',
      html: `<button id="one">One</button> <button id="two">Two</button><p id="stays" hidden>It stays</p><p id="slide">Slide</p>
        <script>document.getElementById('one').addEventListener('mouseenter', () => { document.getElementById('stays').hidden = false });
        document.getElementById('two').addEventListener('mouseenter', () => {});
        const slide = document.getElementById('slide'); setInterval(() => { slide.hidden = !slide.hidden }, 3100)</script>`,
    },
  ],
};
