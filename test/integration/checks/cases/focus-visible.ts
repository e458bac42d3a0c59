import type { CheckCases, CheckPage } from './check-cases.ts';

/** What moves on a page, and must not be taken for an indicator of the focus. */
const motions: [string, string][] = [
  [
    'a clock',
    '<p id="clock">0</p><script>setInterval(() => { clock.textContent = Date.now() }, 100)</script>',
  ],
  [
    'a text that each frame changes',
    '<p id="frame">0</p><script>const step = () => { frame.firstChild.data = performance.now(); requestAnimationFrame(step) }; step()</script>',
  ],
  [
    'a canvas',
    '<div role="region" aria-label="Drawing" tabindex="-1"><canvas id="drawing" width="40" height="40"></canvas></div><script>const draw = (at) => { const context = drawing.getContext("2d"); context.fillStyle = at % 2 > 1 ? "red" : "blue"; context.fillRect(0, 0, 40, 40); requestAnimationFrame(draw) }; draw(0)</script>',
  ],
  [
    'an endless animation',
    '<style>@keyframes turn { to { transform: rotate(1turn) } } .wheel { width: 20px; height: 20px; border-top: 2px solid; animation: turn 1s linear infinite }</style><div class="wheel"></div>',
  ],
  [
    'an animation around them that has ended',
    '<style>@keyframes appear { from { opacity: 0 } } .around { animation: appear 0.1s both }</style>',
  ],
  [
    'a video with controls that does not load',
    '<video controls width="300" height="150" src="/missing.mp4"></video>',
  ],
  [
    'a part that changes, with a field that has the name of a member',
    '<form id="count" style="position: absolute; top: 400px"><input type="hidden" name="assignedSlot"></form><script>setInterval(() => { count.append("x") }, 30)</script>',
  ],
  [
    'the end of the page, which grows',
    '<script>let size = 0; setInterval(() => { size += 1; document.querySelector("main").style.paddingBottom = size + "px" }, 30)</script>',
  ],
  ['transitions of everything', '<style>* { transition: all 0.3s }</style>'],
  [
    'parts that appear one after the other each time that they are scrolled into view',
    `<style>.late { opacity: 0; transition: all 0.6s }</style><a href="#top">Up</a><div style="height: 1500px"></div>
     <p class="late">A</p><p class="late">B</p><p class="late">C</p><p class="late">D</p><script>
     const shown = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries)
       setTimeout(() => { target.style.opacity = isIntersecting ? 1 : 0 }, isIntersecting ? 300 * [...document.querySelectorAll('.late')].indexOf(target) : 0) });
     for (const part of document.querySelectorAll('.late')) shown.observe(part)</script>`,
  ],
];

export const cases: CheckCases = {
  check: 'a11y-focus-visible',
  pages: [
    {
      kind: 'bad',
      shows: 'reports links and buttons whose outline was removed without a replacement',
      html: `<style>a:focus, button:focus { outline: none }</style><a id="link" href="#one">One</a>
        <button id="button">Two</button><a id="other" href="#three" class="other">Three</a>`,
      violations: ['#link', '#button', '#other'],
    },
    {
      kind: 'bad',
      shows: 'reports changes of styles that nobody sees',
      html: `<style>a, button { outline: none; border: 0; background: none } #border:focus { border-color: red }
        #shadow:focus { box-shadow: 0 0 0 0 rgb(0 0 255 / 0.5), 0 0 0 3px rgb(0 0 255 / 0) }
        #white:focus { background: #fff } #icon:focus { color: red; font-weight: bold }
        #still:focus { transform: scale(1); position: relative } #line:focus { text-decoration-color: red }
        #line { text-decoration: none }</style>
        <p><a id="border" href="#a">One</a></p><p><a id="shadow" href="#b">Two</a></p><p><a id="white" href="#c">Three</a></p>
        <p><button id="icon" aria-label="Four"><svg width="20" height="20"><path d="M0 0h20v20z" fill="#333"/></svg></button></p>
        <p><a id="still" href="#e">Five</a></p><p><a id="line" href="#f">Six</a></p>`,
      violations: ['#border', '#icon', '#line', '#shadow', '#still', '#white'],
    },
    {
      kind: 'bad',
      shows:
        'reports buttons that are transparent until the pointer is there, but not those that the focus shows',
      html: `<style>.row button { opacity: 0 } .row:hover button { opacity: 1 } .fade { transition: opacity 0.2s }
        .shown button:focus { opacity: 1 }</style>
        <div class="row">Order 12 <button id="edit">Edit</button></div>
        <div class="row shown">Order 13 <button class="fade">Remove</button></div>
        <div style="opacity: 0"><a id="within" href="#a">Back</a></div>`,
      violations: ['#edit', '#within'],
    },
    {
      kind: 'good',
      shows: 'accepts an indicator that the pointer would show too, in the corner of the window',
      html: `<!doctype html><html lang="en"><title>Slides</title><style>#back { position: absolute; left: 0; top: 0; width: 80px; height: 80px;
        opacity: 0.5; outline: none } #back:hover, #back:focus { opacity: 0.9 }</style><main><h1>Slides</h1><a id="back" href="#a">Back</a></main>`,
    },
    {
      kind: 'good',
      shows: 'accepts a border, a shadow, a background and a color that are seen',
      html: `<style>a, button { outline: none; border: 0; background: none; text-decoration: none }
        #border:focus { border: 2px solid red } #shadow:focus { box-shadow: 0 0 0 3px #00f }
        #white:focus { background: #def } #icon:focus { color: red } #line:focus { text-decoration: underline }</style>
        <p><a id="border" href="#a">One</a></p><p><a id="shadow" href="#b">Two</a></p><p><a id="white" href="#c">Three</a></p>
        <p><button id="icon" aria-label="Four"><svg width="20" height="20"><path d="M0 0h20v20z" fill="currentColor"/></svg></button></p>
        <p><a id="line" href="#f">Six</a></p>`,
    },
    {
      kind: 'bad',
      shows: 'reports a transparent outline, and a link that stays outside the page',
      html: `<a id="clear" href="#one" style="outline: 2px solid transparent">One</a>
        <a id="hidden" href="#two" style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Two</a>
        <a href="#three">Three</a>`,
      violations: ['#clear', '#hidden'],
    },
    {
      kind: 'good',
      shows: 'accepts the outline of the browser, and fields of text with a caret',
      html: `<style>input, textarea { outline: none }</style><a href="#one">One</a><button>Two</button>
        <input aria-label="Name"><textarea aria-label="Text"></textarea><select aria-label="Choice"><option>1</select>`,
    },
    {
      kind: 'good',
      shows: 'accepts other styles of the element, of its parents, labels and pseudo-elements',
      html: `<style>:focus { outline: 0 } .bg:focus { background: yellow } .line:focus::after { content: "←" }
        .box:focus-within { border: 2px solid } .check { opacity: 0 } .check:focus + label::before { box-shadow: 0 0 2px red }
        .check + label::before { content: "x" } </style>
        <a class="bg" href="#one">One</a><a class="line" href="#two">Two</a><div class="box"><a href="#three">Three</a></div>
        <input id="check" class="check" type="checkbox"><label for="check">Check</label>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an indicator that a script, a transition or a far element shows',
      html: `<style>:focus { outline: 0 } .slow { transition: background 1s } .slow:focus { background: yellow }
        main:has(#far:focus) ~ footer { background: red; padding: 9px }</style>
        <a class="slow" href="#one">One</a><a href="#two" onfocus="this.after('←')">Two</a>
        <a id="far" href="#three">Three</a></main><footer>Footer</footer><main>`,
    },
    ...motions.map(
      ([what, motion]): CheckPage => ({
        kind: 'borderline',
        shows: `reports links without an indicator, and accepts one with it, beside ${what}`,
        html: `<style>.none:focus { outline: none } .line:focus { outline: 0; border-bottom: 3px solid }</style>${motion}
        <div class="around"><a class="none" id="none" href="#one">One</a> <a class="line" href="#two">Two</a> <a href="#three">Three</a></div>`,
        violations: ['#none'],
      }),
    ),
    {
      kind: 'borderline',
      shows: 'accepts an indicator that is an animation',
      html: `<style>@keyframes pulse { to { opacity: 0.4 } } a:focus { outline: 0; animation: pulse 1s infinite alternate }
        * { transition: all 0.2s }</style><a href="#one">One</a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a skip link that is shown while it has the focus',
      html: `<style>.skip { position: absolute; left: -999px; outline: 0 } .skip:focus { left: 9px }</style>
        <a class="skip" href="#main">Skip</a><p id="main" tabindex="-1">Main</p><a href="#one">One</a>`,
    },
    {
      kind: 'borderline',
      shows: 'reports what a shadow root and a frame contain',
      html: `<div id="host"></div><iframe title="Inner" srcdoc="<style>:focus { outline: 0 }</style><button id='framed'>A</button>">
        </iframe><script>host.attachShadow({ mode: 'open' }).innerHTML =
        '<style>:focus { outline: 0 }</style><button id="shadow">B</button>'</script>`,
      violations: ['#host >>> #shadow', 'iframe | #framed'],
    },
  ],
};
