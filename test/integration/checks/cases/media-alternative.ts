import type { CheckCases } from './check-cases.ts';

const transcript = `<p>${'We choose to go to the moon in this decade and do the other things. '.repeat(4)}</p>`;
const AUDIO = '<audio id="one" controls src="/speech.mp3"></audio>';
const VIDEO = '<video id="one" controls src="/film.mp4" width="200" height="100"></video>';

export const cases: CheckCases = {
  check: 'a11y-media-alternative',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about sound without a transcript',
      html: `${AUDIO}<p>A speech.</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a video without captions, also if it has a transcript',
      html: `${VIDEO}${transcript}<p><a href="/text">Read the transcript</a></p>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks if the text is hidden from somebody',
      html: `<div><audio id="one" controls src="/speech.mp3"></audio><div aria-hidden="true">${transcript}</div></div>
        <div><audio id="two" controls src="/speech.mp3"></audio><p style="display: none">${transcript}</p></div>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts captions',
      html: '<video controls src="/film.mp4" width="200" height="100"><track kind="captions" src="/film.vtt" srclang="en" label="English"></video>',
    },
    {
      kind: 'good',
      shows: 'accepts a link to a transcript of sound, and a control for captions',
      html: `${AUDIO}<p><a href="/text">Read the transcript</a></p><video controls src="/film.mp4" width="200" height="100"></video><button>Show subtitles</button>`,
    },
    { kind: 'good', shows: 'accepts a long text beside sound', html: `${AUDIO}${transcript}` },
    {
      kind: 'good',
      shows: 'accepts a video that repeats the text of the page',
      html: `<p>Plants need water. Watch the video to get the same information again.</p><div>${VIDEO}</div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts decoration, silent files, and media without controls',
      html: `<video autoplay muted loop src="/film.mp4" width="200" height="100"></video><video controls src="/film-silent.mp4" width="200" height="100"></video>
        <audio src="/click.mp3"></audio><video hidden controls src="/film.mp4"></video>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a track with chapters only',
      html: '<video id="one" controls src="/film.mp4" width="200" height="100"><track kind="chapters" src="/film.vtt"></video>',
      reviews: ['#one'],
    },
  ],
};
