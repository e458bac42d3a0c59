import type { CheckCases } from './check-cases.ts';

const listen = (type: string, body: string, of = 'window') =>
  `<script>${of}.addEventListener('${type}', (event) => { ${body} });</script>`;

export const cases: CheckCases = {
  check: 'a11y-device-motion',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a page that reacts to shaking',
      html: `<p>Shake to undo</p>${listen('devicemotion', 'undo(event);')}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a page that reacts to tilting, although it has other controls',
      html: `<input type="range" aria-label="Speed" id="speed"><button>Faster</button>
        ${listen('deviceorientation', 'speed.value = event.beta;')}`,
      reviews: ['html'],
    },
    {
      kind: 'bad',
      shows: 'asks about a listener that stores the angle for another function',
      html: `<p>Tilt</p><script>let tilt = 0; setInterval(() => { document.title = tilt }, 1000);
        addEventListener('deviceorientation', (e) => { tilt = e.gamma });</script>`,
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts a page whose reaction users can turn off',
      html: `<label><input type="checkbox"> React when I tilt the device</label>${listen('devicemotion', 'undo(event);')}`,
    },
    {
      kind: 'good',
      shows: 'accepts a page without such listeners',
      html: `<p>Text</p>${listen('resize', 'draw();')}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a listener that only counts',
      html: `<p>Text</p><script>let events = 0;</script>${listen('devicemotion', 'events++;')}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a listener that only compares, or sets variables of its own',
      html: `<p>Text</p>${listen('devicemotion', 'const a = event.interval, b = 2; a == b || a <= 1;')}`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a bound function, whose source is unknown',
      html: `<p>Text</p><script>function react() { document.title = 'x'; }
        addEventListener('deviceorientation', react.bind(window));</script>`,
      reviews: ['html'],
    },
    {
      kind: 'good',
      shows: 'accepts other words for the reaction',
      html: `<button>Disable the gyroscope</button>${listen('devicemotion', 'undo(event);')}`,
    },
  ],
};
