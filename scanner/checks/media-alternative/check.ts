import { askReview, type Check, pass } from '../check.ts';
import type { PageElement } from '../in-page/axe.ts';
import {
  hasTextBeside,
  hasTrack,
  isSilent,
  listControls,
  listPlayedMedia,
  listRepeating,
  listServed,
  readFileNames,
} from '../in-page/media.ts';
import { CAPTIONS, MEDIA_ALTERNATIVE } from '../in-page/words/media.ts';

/** The end of a name of a file that says that it has no sound. */
const SOUNDLESS = /[-_. ](?:silent|muted|no-?(?:audio|sound)|without-?(?:audio|sound))\.\w{2,5}(?: |$)/i;

/** Tests sound for a transcript, and videos for captions. */
export const check: Check = function* (page) {
  const [sounds, videos] = [listPlayedMedia(page, 'audio'), listPlayedMedia(page, 'video')];
  const recordings = [...sounds, ...videos];
  if (recordings.length === 0) return;
  const repeating = listServed(recordings, listRepeating(page));
  const withTranscript = listServed(recordings, listControls(page, MEDIA_ALTERNATIVE));
  for (const sound of sounds) {
    if (repeating.has(sound) || withTranscript.has(sound) || hasTextBeside(page, sound)) yield pass();
    else yield askReview(sound, 'Is there a transcript of this sound?');
  }
  const buttons = listControls(page, CAPTIONS).filter((control) => page.role(control) !== 'link');
  const withCaptions = listServed(videos, buttons);
  for (const video of videos) {
    if (staysMuted(video) || isSilent(video) || SOUNDLESS.test(readFileNames(video))) continue;
    const hasCaptions =
      hasTrack(video, 'captions', 'subtitles') ||
      CAPTIONS.test(readFileNames(video)) ||
      withCaptions.has(video);
    if (hasCaptions || repeating.has(video)) yield pass(video);
    else yield askReview(video, 'Does this video have captions?');
  }
};

/** True for a video that begins without sound, unless users are meant to turn it on. */
function staysMuted(video: PageElement): boolean {
  return video.hasAttr('muted') && (!video.hasAttr('controls') || video.hasAttr('loop'));
}
