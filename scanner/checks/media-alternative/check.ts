import { askReview, type Check, pass } from '../check.ts';
import {
  hasTextBeside,
  hasTrack,
  isSilent,
  listAlternatives,
  listPlayedMedia,
  listRepeating,
  listServed,
  readFileNames,
} from '../in-page/media.ts';
import { CAPTIONS } from '../in-page/words/media.ts';

/** Tests sound for a transcript, and videos for captions. */
export const check: Check = function* (page) {
  const [sounds, videos] = [listPlayedMedia(page, 'audio'), listPlayedMedia(page, 'video')];
  const recordings = [...sounds, ...videos];
  if (recordings.length === 0) return;
  const repeating = listServed(recordings, listRepeating(page));
  const withTranscript = listServed(recordings, listAlternatives(page));
  for (const sound of sounds) {
    if (repeating.has(sound) || withTranscript.has(sound) || hasTextBeside(page, sound)) yield pass();
    else yield askReview(sound, 'Is there a transcript of this sound?');
  }
  const buttons = page
    .byTag('button')
    .filter((control) => CAPTIONS.test(page.name(control)) && page.isVisible(control));
  const withCaptions = listServed(videos, buttons);
  for (const video of videos) {
    if (video.hasAttr('muted') || isSilent(video)) continue;
    const hasCaptions =
      hasTrack(video, 'captions', 'subtitles') ||
      CAPTIONS.test(readFileNames(video)) ||
      withCaptions.has(video);
    if (hasCaptions || repeating.has(video)) yield pass(video);
    else yield askReview(video, 'Does this video have captions?');
  }
};
