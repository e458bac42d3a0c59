import { serveVideo } from '../../../support/video.ts';
import type { CheckCases } from './check-cases.ts';

const transcript = `<p>${'A man walks through a wet forest and looks for his dog. '.repeat(5)}</p>`;
const VIDEO = '<video id="one" controls src="/film.mp4" width="200" height="100"></video>';

export const cases: CheckCases = {
  check: 'a11y-video-description',
  pages: [
    { kind: 'bad', shows: 'asks about a video', html: `<p>A film.</p>${VIDEO}`, reviews: ['#one'] },
    {
      kind: 'bad',
      shows: 'asks about a video with captions only, and one that plays by itself',
      html: `<video id="one" controls src="/film.mp4" width="200" height="100"><track src="/film.vtt" srclang="en" label="English"></video>
        <video id="two" autoplay src="/film.mp4" width="200" height="100"></video>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts descriptions',
      html: '<video controls src="/film.mp4" width="200" height="100"><track kind="descriptions" src="/film.vtt" srclang="en"></video>',
    },
    {
      kind: 'good',
      shows: 'accepts links to alternatives',
      html: `${VIDEO}<p><a href="/film">Watch with audio description</a></p>`,
    },
    {
      kind: 'borderline',
      shows:
        'asks once about videos with only a text beside them or a link to one, and accepts it for one without sound',
      html: `<div>${VIDEO}${transcript}</div><div><video controls src="/film.mp4" width="200" height="100"></video><a href="/text">Transcript</a></div>
        <div><video controls src="/mute.webm" width="200" height="100"></video>${transcript}</div>`,
      files: { '/mute.webm': serveVideo(false) },
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts a video that repeats the text of the page',
      html: `${transcript}<p>See the video to watch the same information again.</p><div>${VIDEO}</div>`,
    },
    {
      kind: 'bad',
      shows: 'asks if the repeated text, the link or the track is missing',
      html: `<section><div hidden>${transcript}</div><p>See the video to watch the same information again.</p><div>${VIDEO}</div></section>
        <section><video id="two" controls aria-hidden="true" src="/b.mp4" width="200" height="100"><track kind="descriptions" src=""></video><a aria-hidden="true" href="/b">Audio description</a></section>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts sound, decoration, and a file that says that it is described',
      html: `<audio controls src="/speech.mp3"></audio><video autoplay muted loop src="/film.mp4" width="200" height="100"></video>
        <video controls src="/film-with-voiceover.mp4" width="200" height="100"></video>`,
    },
    {
      kind: 'borderline',
      shows: 'does not take a short text, or one that is not shown, for a description',
      html: `<div>${VIDEO}<p hidden>${transcript}</p></div>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'takes a link for one of several videos only, and no chance words for a description',
      html: `<section><video id="first" controls src="/a.mp4" width="200" height="100"></video><a href="/a">Transcript</a></section>
        <section><video id="two" controls src="/product-description.mp4" width="200" height="100"></video></section>
        <section><video id="three" src="/b.mp4" width="200" height="100"></video><button>Play</button></section>
        <p>Both newsletters have the same content.</p>`,
      reviews: ['#first', '#three', '#two'],
    },
  ],
};
