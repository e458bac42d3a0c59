import type { CheckCases } from './check-cases.ts';

const script = (text: string) => `<script>${text}</script>`;
const ACCOUNT = '<p>Your account</p>';

export const cases: CheckCases = {
  check: 'a11y-time-limit',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a page that opens another one after 20 minutes without a warning',
      html: `${ACCOUNT}${script(`const session = 20 * 60000; setTimeout(() => { location.href = '/signed-out' }, session)`)}`,
      violations: ['html'],
      data: { withinMinutes: 20 },
    },
    {
      kind: 'bad',
      shows: 'reports the end of a session that an interval counts',
      html: `${ACCOUNT}${script(`let idleMinutes = 0; document.onmousemove = () => { idleMinutes = 0 };
        setInterval(() => { idleMinutes += 1; if (idleMinutes >= 15) location.replace('/login') }, 60000)`)}`,
      violations: ['html'],
      data: { withinMinutes: 15 },
    },
    {
      kind: 'bad',
      shows: 'reports the end of a session that a clock of a second counts',
      isSlow: true,
      html: `${ACCOUNT}${script(`const begun = Date.now();
        setInterval(() => { if (Date.now() - begun > 1800000) location.assign('/login?expired') }, 1000)`)}`,
      violations: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a page that opens another one when a request fails, because the scanner refuses it',
      isSlow: true,
      html: `${ACCOUNT}${script(`setTimeout(() => { fetch('/ended', { method: 'POST' })
        .finally(() => { location.href = '/signed-out' }) }, 25 * 60000)`)}`,
      reviews: ['html'],
      data: { withinMinutes: 30 },
    },
    {
      kind: 'bad',
      shows: 'asks about a request that ends the session',
      html: `${ACCOUNT}${script(`setTimeout(() => { fetch('/logout', { method: 'POST' }) }, 15 * 60000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about an app that shows another page by itself',
      html: `${ACCOUNT}${script(`const session = 15 * 60000; setTimeout(() => { history.pushState(null, '', '/login') }, session)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a page that loads itself again every ten minutes',
      isSlow: true,
      html: `<p>News</p>${script('setTimeout(() => location.reload(), 600000)')}`,
      reviews: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'asks about a session that ends after a warning',
      html: `${ACCOUNT}<div id="warning" role="alertdialog" aria-label="Session" hidden><button>Stay signed in</button></div>
        ${script(`setTimeout(() => { warning.hidden = false;
          setTimeout(() => { location.href = '/logout' }, 120000) }, 13 * 60000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'borderline',
      shows: 'asks about a session whose limit the page states',
      html: `<p>Your session ends after 20 minutes.</p>${script(`setTimeout(() => { location.href = '/signed-out' }, 1200000)`)}`,
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a page that only asks the server whether there is something new',
      isSlow: true,
      html: `${ACCOUNT}${script(`setInterval(() => { fetch('/session-alive') }, 300000)`)}`,
    },
    {
      kind: 'good',
      shows: 'accepts a page without timers',
      html: '<p>Text</p><a href="/logout">Log out</a>',
    },
    {
      kind: 'good',
      shows: 'accepts a clock, and a timer of which the words of a session are far away',
      html: `<p id="time">0</p>${script(`setInterval(() => { time.textContent++ }, 1000); // ${'-'.repeat(700)}
        function end() { session = null; location.href = '/' }`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a timer that was ended',
      html: `${ACCOUNT}${script(`const timer = setTimeout(() => { location.href = '/out' }, 900000); clearTimeout(timer)`)}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a limit of more than 20 hours',
      html: `${ACCOUNT}${script(`setTimeout(() => { location.href = '/signed-out' }, 30 * 3600000)`)}`,
    },
  ],
};
