import type { CheckCases } from './check-cases.ts';

const CSS = `<style>@keyframes slide { to { transform: translateX(200px) } } @keyframes glow { to { color: teal } }
  .banner { width: 300px; height: 80px; background: silver }</style>`;
/** An animated picture with two frames of one pixel. */
const buildGif = (repetitions: number) => {
  const frame = [0x21, 0xf9, 4, 0, 50, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0];
  const repeat = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, repetitions, 0, 0];
  const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  return `data:image/gif;base64,${Buffer.from([...head, ...repeat, ...frame, ...frame, 0x3b]).toString('base64')}`;
};
const gif = (repetitions: number) =>
  `<img id="gif" alt="Sun" width="120" height="120" src="${buildGif(repetitions)}">`;

export const cases: CheckCases = {
  check: 'a11y-endless-motion',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a banner that moves without end',
      html: `${CSS}<div id="banner" class="banner" style="animation: slide 2s infinite">News</div>`,
      reviews: ['#banner'],
    },
    {
      kind: 'bad',
      shows: 'asks about a banner that moves unless users want less motion',
      html: `${CSS}<style>@media (prefers-reduced-motion: no-preference) { #banner { animation: slide 2s infinite } }</style>
        <div id="banner" class="banner">News</div>`,
      reviews: ['#banner'],
    },
    {
      kind: 'bad',
      shows: 'asks about an animated picture',
      html: gif(0),
      reviews: ['#gif'],
    },
    {
      kind: 'bad',
      shows: 'asks about slides that a script shows one after the other',
      html: `<div id="slides" style="height: 100px"><p>Slide one</p><p hidden>Slide two</p></div><script>
        setInterval(() => { for (const slide of slides.children) slide.hidden = !slide.hidden }, 4000)</script>`,
      reviews: ['#slides'],
    },
    {
      kind: 'bad',
      shows: 'asks about a text that a script changes again and again',
      html: `<p>The number of people who have read this page today is shown below.</p><p>Now: <span id="number">0</span></p>
        <script>setInterval(() => { number.textContent++ }, 1000)</script>`,
      reviews: ['#number'],
    },
    {
      kind: 'bad',
      shows: 'asks about a small text that blinks',
      html: `<style>@keyframes blink { 50% { opacity: 0 } } #offer { animation: blink 1s steps(1) infinite }</style>
        <p>Our garden shop is open every day from nine to six. <strong id="offer">Only today</strong></p>`,
      reviews: ['#offer'],
    },
    {
      kind: 'good',
      shows: 'accepts a small icon that turns, and a small text that a button stops',
      html: `<style>@keyframes blink { 50% { opacity: 0 } } .blinks { animation: blink 1s steps(1) infinite }</style>
        <p>Our garden shop is open every day from nine to six. <i class="blinks">↻</i> <b class="blinks">Only today</b></p>
        <button>Stop animation</button>`,
    },
    {
      kind: 'good',
      shows: 'accepts an animation that changes nothing',
      html: `<style>@keyframes stay { from { transform: translateX(0px) } to { transform: none } } .box { width: 200px; height: 100px; animation: stay 1s linear infinite }</style><div class="box">Still</div>`,
    },
    {
      kind: 'good',
      shows: 'accepts a text that a control stops, also one in a dialog',
      html: `<p>The number of people who have read this page today is shown below.</p><p>Now: <span id="number">0</span></p>
        <dialog><button>Pause</button></dialog><script>setInterval(() => { number.textContent++ }, 1000)</script>`,
    },
    {
      kind: 'bad',
      shows: 'asks about motion beside a control that stops something else',
      html: `<style>#ticker { overflow: hidden; white-space: nowrap } @keyframes tick { from { transform: translateX(100%) } to { transform: translateX(-100%) } }
        #ticker span { display: inline-block; animation: tick 14s linear infinite }</style>
        <div id="ticker"><span>Free delivery on all orders until Sunday, and ten percent for friends who come along</span></div>
        <section aria-label="Highlights"><button>Pause</button><div id="slide"><p>Palms</p></div></section><script>
        let turn = 0; setInterval(() => { turn += 1; slide.innerHTML = '<p>' + ['Palms', 'Ivy', 'Ferns'][turn % 3] + '</p>' }, 3000)</script>`,
      reviews: ['span'],
    },
    {
      kind: 'bad',
      shows: 'asks about motion beside which another text has a button that stops it',
      html: `<div id="all"><section><div><p>Now: <span id="number">0</span> visitors of the day in all our shops</p><p><button>Pause</button></p></div></section>
        <div><div id="slide" style="height: 90px; width: 300px"><p>Palms</p></div></div></div><script>
        let turn = 0; setInterval(() => { turn += 1; number.textContent = turn; slide.innerHTML = '<p>' + ['Palms', 'Ivy', 'Ferns'][turn % 3] + '</p>' }, 3000)</script>`,
      reviews: ['#slide'],
    },
    {
      kind: 'borderline',
      shows: 'accepts content that a script changes a few times, and a small clock',
      html: `<div id="late" style="height: 100px"><p>Text</p></div><p style="width: 60px"><span id="clock">0</span></p><script>
        setTimeout(() => { late.firstChild.textContent = 'Loaded' }, 5000);
        setInterval(() => { clock.textContent++ }, 1000)</script>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a text that is only a duration',
      html: `<p>The scan of all pages of the site is still running, and began some time ago.</p>
        <dl><dt>Duration</dt><dd id="since">2 min 0 s</dd></dl><script>let seconds = 0;
        setInterval(() => { seconds += 1; since.textContent = \`2 min \${seconds % 60} s\` }, 1000)</script>`,
    },
    {
      kind: 'good',
      shows: 'accepts motion that ends, and changes of colors',
      html: `${CSS}<div class="banner" style="animation: slide 2s 2">News</div>
        <div class="banner" style="animation: glow 2s infinite">News</div>${gif(2)}`,
    },
    {
      kind: 'good',
      shows: 'accepts motion that a button pauses',
      html: `${CSS}<div class="banner" style="animation: slide 2s infinite">News</div><button>Pause animation</button>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts small motion, and what shows that something loads',
      html: `${CSS}<div style="animation: slide 2s infinite; width: 20px; height: 20px">•</div>
        <div class="banner spinner" style="animation: slide 2s infinite"></div>
        <div class="banner" role="progressbar" aria-label="Loading" style="animation: slide 2s infinite"></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts motion that is paused or hidden, and what blinks in hidden content',
      html: `${CSS}<div class="banner" style="animation: slide 2s infinite paused">News</div>
        <div class="banner" style="animation: slide 2s infinite; visibility: hidden">News</div>
        <style>@keyframes blink { 50% { opacity: 0 } }</style><div style="opacity: 0">
        <div class="banner" style="animation: blink 1s steps(1) infinite">News</div></div>`,
    },
    {
      kind: 'bad',
      shows: 'asks about a banner that turns',
      html: `<style>@keyframes turn { to { rotate: 360deg } }</style>${CSS}
        <div id="banner" class="banner" style="animation: turn 2s infinite">News</div>`,
      reviews: ['#banner'],
    },
    {
      kind: 'good',
      shows: 'accepts changes of colors beside properties that stay the same',
      html: `<style>@keyframes tint { from { background: red; opacity: 1 } to { background: teal; opacity: 1 } }</style>
        ${CSS}<div class="banner" style="animation: tint 2s infinite">News</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an animation that a script has paused, and one that has ended',
      html: `${CSS}<div id="one" class="banner" style="animation: slide 2s infinite">News</div>
        <div class="banner" style="animation: slide 0.1s">News</div>
        <script>for (const each of one.getAnimations()) each.pause()</script>`,
    },
  ],
};
