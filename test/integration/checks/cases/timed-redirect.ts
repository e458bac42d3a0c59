import type { CheckCases } from './check-cases.ts';

const script = (text: string) => `<script>${text}</script>`;

export const cases: CheckCases = {
  check: 'a11y-timed-redirect',
  pages: [
    {
      kind: 'bad',
      shows: 'reports the end of a session without warning',
      html: `<p>Your account</p>${script(`setTimeout(() => { location.href = '/signed-out' }, 45000)`)}`,
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'reports a page that loads itself again and again',
      html: `<p>News</p>${script('setInterval(() => location.reload(), 20000)')}`,
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a page that shows a warning',
      html: `<p>Your account</p><div id="warning" role="alertdialog" aria-label="Session" hidden><button>Stay signed in</button></div>
        ${script(`setTimeout(() => { warning.hidden = false }, 20000); setTimeout(() => { location.href = '/out' }, 50000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'asks about a page that reacts to a request, because the scanner refuses it',
      html: `<p>Your account</p>${script(`setInterval(async () => {
        try { await fetch('/api/session', { method: 'POST' }) } catch { location.href = '/login' }
      }, 15000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'asks about it if the request reads something',
      html: `<p>Your account</p>${script(`setInterval(async () => {
        try { await fetch('/api/session', { cache: 'no-store' }) } catch { location.href = '/login' }
      }, 15000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'reports a time limit although a message to the server is refused before',
      html: `<p>Your account</p>${script(`setTimeout(() => navigator.sendBeacon('/seen'), 1000);
        setTimeout(() => { location.href = '/signed-out' }, 45000)`)}`,
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'reports a time limit although an image is refused before',
      html: `<p>Your account</p>${script(`setTimeout(() => { new Image().src = '/seen?' + Date.now() }, 1000);
        setTimeout(() => { location.href = '/signed-out' }, 45000)`)}`,
      violations: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a page that changes only its content',
      html: `<p id="time">0</p>${script(`setInterval(() => { time.textContent++ }, 1000)`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts a page without timers',
      html: '<p>Text</p><a href="/next">Next</a>',
    },
    {
      kind: 'borderline',
      shows: 'does not find a page that opens another one after an hour',
      html: script(`setTimeout(() => { location.href = '/later' }, 3600000)`),
    },
    {
      kind: 'borderline',
      shows: 'accepts a change of the fragment and of the history, and a frame that loads again',
      html: `<iframe title="Frame" srcdoc="<!doctype html><html lang='en'><title>T</title><p>Text" id="inner"></iframe>
        ${script(`setTimeout(() => { location.hash = 'b'; history.pushState(null, '', '/other') }, 20000);
          setTimeout(() => { inner.src = '/inner' }, 30000)`)}`,
    },
  ],
};
