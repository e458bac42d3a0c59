import { buildTone } from '../../../support/sound.ts';
import type { CheckCases, CheckPage } from './check-cases.ts';

const LONG = '/long.wav';
const SHORT = '/short.wav';
const serveTone =
  (seconds: number): NonNullable<CheckPage['files']>[string] =>
  (_request, response) => {
    const sound = buildTone(seconds);
    response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': sound.length }).end(sound);
  };

export const cases: CheckCases = {
  check: 'a11y-autoplay-sound',
  pages: [
    {
      kind: 'bad',
      shows: 'reports a sound without a control',
      html: `<audio id="sound" autoplay src="${LONG}"></audio>`,
      files: { [LONG]: serveTone(4), [SHORT]: serveTone(2) },
      violations: ['#sound'],
    },
    {
      kind: 'bad',
      shows: 'reports a short sound that is repeated',
      html: `<audio id="sound" autoplay loop src="${SHORT}"></audio>`,
      violations: ['#sound'],
    },
    {
      kind: 'bad',
      shows: 'reports a video whose controls nobody sees, and asks about controls without a name',
      html: `<style>.off { display: none }</style><section><div><div><div><audio id="sound" autoplay src="${LONG}"></audio></div></div></div>
        <button class="off">Pause</button></section>
        <div><audio id="near" autoplay src="${LONG}"></audio><button>▮▮</button></div>`,
      violations: ['#sound'],
      reviews: ['#near'],
    },
    {
      kind: 'good',
      shows: 'accepts sounds with controls, and a button that pauses them',
      html: `<audio autoplay controls src="${LONG}"></audio>`,
    },
    {
      kind: 'good',
      shows: 'accepts a button that pauses the sound',
      html: `<audio autoplay src="${LONG}"></audio><button>Mute</button>`,
    },
    {
      kind: 'good',
      shows: 'accepts sounds that do not play by themselves, and muted ones',
      html: `<audio src="${LONG}"></audio><audio autoplay muted src="${LONG}"></audio>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a short sound, and one that cannot be played',
      html: `<audio autoplay src="${SHORT}"></audio><audio autoplay src="/missing.mp3"></audio><audio autoplay></audio>`,
    },
  ],
};
