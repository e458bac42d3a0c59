import type { CheckCases } from './check-cases.ts';

const area = (id: string, style: string, size = 'width: 300px; height: 200px') =>
  `<div id="${id}" style="${size}; ${style}">Sale</div>`;
const COLORS =
  '<style>@keyframes colors { 0%, 100% { background-color: #000 } 50% { background-color: #fff } }</style>';
const FADING = '<style>@keyframes fading { from { opacity: 0 } to { opacity: 1 } }</style>';

export const cases: CheckCases = {
  check: 'a11y-flashes',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a background that flashes five times in a second',
      html: COLORS + area('one', 'animation: colors 0.2s infinite'),
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports several flashes in one repetition, and steps',
      html: `<style>@keyframes steps { 0%, 50%, 100% { background-color: #000 } 25%, 75% { background-color: #fff } }</style>
        ${area('one', 'animation: steps 0.5s step-end infinite')}`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about an element that fades back and forth',
      html: FADING + area('one', 'animation: fading 0.1s infinite alternate'),
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports the host of a shadow root that has ended to flash',
      html: `<div id="one"></div><script>one.attachShadow({ mode: 'open' }).innerHTML = '<style>@keyframes colors {' +
        ' 0%, 100% { background-color: #000 } 50% { background-color: #fff } } :host { display: block; width: 300px;' +
        ' height: 200px; animation: colors 0.2s 5 }</style><p>Sale</p>'</script>`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports what has ended to flash on a page whose elements have the names of members',
      html: `<style>@keyframes colors { 0%, 100% { background-color: #000 } 50% { background-color: #fff } }</style>
        <form name="styleSheets"></form>${area('one', 'animation: colors 0.2s 5')}`,
      violations: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts three flashes in a second, and slow ones',
      html:
        COLORS +
        area('one', 'animation: colors 0.3334s infinite') +
        area('two', 'animation: colors 2s infinite'),
    },
    {
      kind: 'good',
      shows: 'accepts small areas, and three flashes in all',
      html:
        COLORS +
        area('one', 'animation: colors 0.1s infinite', 'width: 100px; height: 100px') +
        area('two', 'animation: colors 0.1s 3'),
    },
    {
      kind: 'borderline',
      shows: 'accepts changes of little brightness, and between bright colors',
      html: `<style>@keyframes dark { 50% { background-color: #222 } 0%, 100% { background-color: #000 } }
        @keyframes bright { 50% { background-color: #fff } 0%, 100% { background-color: #eee } }</style>
        ${area('one', 'animation: dark 0.1s infinite')}${area('two', 'animation: bright 0.1s infinite')}`,
    },
    {
      kind: 'borderline',
      shows: 'accepts motion, which is not brightness, and what is hidden',
      html: `${COLORS}<style>@keyframes turn { to { transform: rotate(360deg) } }</style>
        ${area('one', 'animation: turn 0.1s infinite')}${area('two', 'animation: colors 0.1s infinite; visibility: hidden')}`,
    },
    {
      kind: 'bad',
      shows: 'reports a burst of flashes in a long repetition',
      html: `<style>@keyframes lightning { 0%, 90%, 92%, 94%, 96%, 98%, 100% { background-color: #000 }
        91%, 93%, 95%, 97%, 99% { background-color: #fff } }</style>
        ${area('one', 'animation: lightning 5s infinite')}`,
      violations: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'reports opaque colors of any notation, and asks about transparent ones',
      html: `<style>@keyframes wide { 50% { background-color: oklch(0.2 0 0) }
        0%, 100% { background-color: color(display-p3 1 1 1) } }
        @keyframes clear { 50% { background-color: transparent } 0%, 100% { background-color: #000 } }
        @keyframes half { 50% { background-color: rgb(0 0 0 / 0.1) } 0%, 100% { background-color: rgb(0 0 0 / 0.9) } }
        </style>${area('one', 'animation: wide 0.2s infinite')}${area('two', 'animation: clear 0.2s infinite')}
        ${area('three', 'animation: half 0.2s infinite')}`,
      violations: ['#one'],
      reviews: ['#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports flashes that end before the observation',
      html: COLORS + area('one', 'animation: colors 0.1s 8'),
      violations: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts a small pseudo-element on a large element, and asks about a large one',
      html: `${COLORS}<style>i::before { content: ''; position: absolute; animation: colors 0.2s infinite;
        width: 10px; height: 18px } #two::before { width: 200px; height: 200px }</style>
        <i id="one" style="display: block; width: 600px; height: 400px">A</i>
        <i id="two" style="display: block; width: 600px; height: 400px">A</i>`,
      reviews: ['#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks about an element that others cover, and about one that shows through or has a picture',
      html: `${COLORS}<div id="one" style="width: 400px; height: 300px; animation: colors 0.2s infinite">
        <div><div style="height: 290px; background: #fff">Text</div></div></div>
        ${area('two', 'animation: colors 0.2s infinite; opacity: 0.2')}
        ${area('three', 'animation: colors 0.2s infinite; background-image: linear-gradient(red, red)')}`,
      reviews: ['#one', '#three', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks about three flashes and a half in a second',
      html: COLORS + area('one', 'animation: colors 0.3s infinite'),
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts three flashes in each second of a long repetition',
      html: `<style>@keyframes pulses { 0%, 4%, 8%, 12%, 100% { background-color: #000 }
        2%, 6%, 10% { background-color: #fff } }</style>${area('one', 'animation: pulses 5s infinite')}`,
    },
  ],
};
