import { serveVideo } from '../../../support/video.ts';
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
      html: `<div>${AUDIO}<p><a href="/text">Read the transcript</a></p></div><video controls src="/film.mp4" width="200" height="100"></video><button>Show subtitles</button>`,
    },
    { kind: 'good', shows: 'accepts a long text beside sound', html: `${AUDIO}${transcript}` },
    {
      kind: 'good',
      shows: 'accepts recordings that repeat the text of the page',
      html: `<section><p>Plants need water. Watch the video to get the same information again.</p><div>${VIDEO}</div></section>
        <section><p>Trees need light. This page is also here as a video:</p><video controls src="/b.mp4" width="200" height="100"></video></section>
        <section><p>Birds need seeds. You can listen to the text above in this recording.</p><audio controls src="/c.mp3"></audio></section>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts decoration, and media without controls',
      html: `<video autoplay muted loop src="/film.mp4" width="200" height="100"></video>
        <audio src="/click.mp3"></audio><video hidden controls src="/film.mp4"></video>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts a video without a sound track, and does not trust names of files',
      html: `<video controls src="/mute.webm" width="200" height="100"></video>
        <video id="one" controls src="/sound.webm" width="200" height="100"></video>
        <video id="two" controls src="/silent-night.mp4" width="200" height="100"></video>`,
      files: { '/mute.webm': serveVideo(false), '/sound.webm': serveVideo(true) },
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'takes a link, and a control, for one of several recordings only',
      html: `<section><audio id="one" controls src="/a.mp3"></audio><a href="/a">Transcript</a><a href="/a/ad">Transcript with times</a></section>
        <section><audio id="two" controls src="/b.mp3"></audio></section>
        <section><video id="three" controls src="/a.mp4" width="200" height="100"></video><button>CC</button></section>
        <section><video id="four" controls src="/b.mp4" width="200" height="100"></video></section>`,
      reviews: ['#four', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts as many links as recordings, wherever they are',
      html: `<p><audio controls src="/a.mp3"></audio></p><p><audio controls src="/b.mp3"></audio></p>
        <ul><li><a href="/a">Transcript of A</a></li><li><a href="/b">Transcript of B</a></li></ul>`,
    },
    {
      kind: 'bad',
      shows: 'asks about players with buttons of their own',
      html: `<div class="video-js"><video id="one" src="/film.mp4" width="200" height="100"></video><button>Play</button></div>
        <div><div><span><audio id="two"><source src="/speech.mp3"></audio></span></div><span role="button" tabindex="0">Play</span></div>
        <div><video autoplay muted src="/film.mp4" width="200" height="100"></video><button>Stop</button></div>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'is not silenced by chance words',
      html: `${AUDIO}<script type="application/json">"${'x'.repeat(300)}"</script><p>Both newsletters have the same content.</p>
        <p>Our videos are short.</p><ul><li><a href="/a">Transcription services</a></li><li><a href="/b">The method described in chapter 2</a></li>
        <li><a href="/c">Official transcripts</a></li></ul>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts controls for captions in other languages',
      html: `<section>${VIDEO}<button>Subtítulos</button></section><section><video controls src="/film.mp4" width="200" height="100"></video><button>CC</button></section>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a track with chapters only',
      html: '<video id="one" controls src="/film.mp4" width="200" height="100"><track kind="chapters" src="/film.vtt"></video>',
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows:
        'asks about links and texts that somebody does not get, and about videos that only begin without sound',
      html: `<section><audio id="one" controls src="/a.mp3"></audio><a aria-hidden="true" href="/a">Transcript</a></section>
        <section><p aria-hidden="true">Plants need water.</p><p>Watch the video for the same information.</p><video id="two" controls muted aria-hidden="true" src="/b.mp4" width="200" height="100"><track src=""></video></section>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows:
        'accepts a transcript beside a block with a sound, a hidden sound, and a video whose file name says that it has none',
      html: `<figure><div><audio controls src="/a.mp3"></audio></div><figcaption>${transcript}</figcaption></figure><audio controls src="/b.mp3" style="position: absolute; left: -9999px"></audio>
        <video controls src="/film-silent.mp4" width="200" height="100"></video><video controls muted loop autoplay src="/c.mp4" width="200" height="100"></video>`,
    },
  ],
};
