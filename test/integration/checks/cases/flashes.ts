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
  ],
};
