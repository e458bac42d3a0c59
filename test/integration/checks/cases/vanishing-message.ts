import type { CheckCases } from './check-cases.ts';

const script = (text: string) => `<script>${text}</script>`;

export const cases: CheckCases = {
  check: 'a11y-vanishing-message',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a message that is there at load and is removed',
      html: `<p>Text</p><div id="area"><p class="toast">Your order was sent.</p></div>
        ${script(`setTimeout(() => area.firstChild.remove(), 8000)`)}`,
      reviews: ['#area'],
      data: { text: 'Your order was sent.', seconds: 8 },
    },
    {
      kind: 'bad',
      shows: 'asks about a message that appears later and is hidden',
      html: `<p id="message" role="status"></p>
        ${script(`setTimeout(() => { message.textContent = 'Connection lost.';
          setTimeout(() => { message.textContent = '' }, 5000) }, 20000)`)}`,
      reviews: ['#message'],
      data: { text: 'Connection lost.', seconds: 5 },
    },
    {
      kind: 'bad',
      shows: 'asks about a message that appears a moment after something else has changed',
      html: `<p id="message" role="status"></p>
        ${script(`setTimeout(() => { document.title = 'Offline' }, 20000);
          setTimeout(() => { message.textContent = 'Connection lost.';
          setTimeout(() => { message.textContent = '' }, 4000) }, 20100)`)}`,
      reviews: ['#message'],
      data: { text: 'Connection lost.' },
    },
    {
      kind: 'bad',
      shows: 'asks about a message that vanishes at the end of a transition',
      html: `<style>#message { transition: opacity 0.3s } .gone { opacity: 0 }</style><div id="message" role="alert">Saved.</div>
        ${script(`message.addEventListener('transitionend', () => message.remove());
          setTimeout(() => message.classList.add('gone'), 9000)`)}`,
      reviews: ['main'],
    },
    {
      kind: 'bad',
      shows: 'asks about a message without a name that is fixed in the window',
      html: `<!doctype html><html lang="en"><title>A page</title><body><main><h1>Heading</h1></main>
        <div id="below" style="position: fixed; bottom: 0">Two new replies.</div>
        ${script(`setTimeout(() => { below.style.display = 'none' }, 12000)`)}`,
      reviews: ['#below'],
      data: { text: 'Two new replies.', seconds: 12 },
    },
    {
      kind: 'good',
      shows: 'accepts a message that stays',
      html: '<p class="toast" role="status">Your order was sent.</p>',
    },
    {
      kind: 'good',
      shows: 'accepts a cookie notice, and what shows that something loads',
      html: `<div class="cookie-notice" id="one">We use cookies.</div><p role="status" id="two">Loading the list…</p>
        ${script(`setTimeout(() => { one.remove(); two.remove() }, 8000)`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts slides, a clock, and numbers',
      html: `<div class="carousel" aria-live="polite"><p id="slide">One offer</p></div><p role="timer" id="clock">Time left: 5</p>
        <p role="status" id="number">5</p>${script(`setTimeout(() => { slide.textContent = ''; clock.textContent = '';
          number.textContent = '' }, 8000)`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a message that another text replaces, and one that moves',
      html: `<p role="status" id="status">Sending the order.</p><p class="message" id="moved">Two replies.</p><div id="list"></div>
        ${script(`setTimeout(() => { status.textContent = 'The order was sent.'; list.append('Two replies.');
          moved.remove() }, 8000)`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a text that is shown again and again',
      html: `<p class="message" id="text">Read our news.</p>
        ${script(`setInterval(() => { text.hidden = !text.hidden }, 7000)`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a text that only screen readers read, and text that is no message',
      html: `<p role="status" id="one" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Page loaded</p>
        <p id="two">A paragraph.</p>${script(`setTimeout(() => { one.textContent = ''; two.remove() }, 8000)`)}`,
    },
  ],
};
