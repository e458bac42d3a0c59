import { buildTone } from '../../../support/sound.ts';
import { serveVideo } from '../../../support/video.ts';
import type { CheckCases, CheckPage } from './check-cases.ts';

const LONG = '/long.wav';
const UNKNOWN = '/unknown.mp3';
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
      shows: 'accepts a short sound, and none at all',
      html: `<audio autoplay src="${SHORT}"></audio><audio autoplay></audio>`,
    },
    {
      kind: 'bad',
      shows: 'asks about sound that the browser cannot play, unless it has controls or is short',
      html: `<audio id="one" autoplay src="${UNKNOWN}"></audio><div><audio autoplay controls src="${UNKNOWN}"></audio></div>
        <audio autoplay src="${UNKNOWN}#t=2,4"></audio><video autoplay src="/mute.webm"></video>`,
      files: {
        [UNKNOWN]: (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('unknown');
        },
        '/mute.webm': serveVideo(false),
      },
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about sound that is in the page itself, whose silence is not known, unless it is short',
      html: `<audio id="one" autoplay loop src="data:audio/wav;base64,${buildTone(1).toString('base64')}"></audio>
        <audio autoplay src="data:audio/wav;base64,${buildTone(1).toString('base64')}"></audio>`,
      reviews: ['#one'],
    },
  ],
};
