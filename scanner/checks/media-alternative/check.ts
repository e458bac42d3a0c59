import { askReview, type Check, pass } from '../check.ts';
import {
  hasTextBeside,
  hasTrack,
  leadsToAlternative,
  listPlayedMedia,
  readFileNames,
  repeatsPage,
} from '../in-page/media.ts';
import { CAPTIONS } from '../in-page/words/media.ts';

/** Tests sound for a transcript, and videos for captions. */
export const check: Check = function* (page) {
  const [sounds, videos] = [listPlayedMedia(page, 'audio'), listPlayedMedia(page, 'video')];
  if (sounds.length + videos.length === 0) return;
  const isRepeating = repeatsPage(page);
  const hasTranscript = isRepeating || leadsToAlternative(page);
  for (const sound of sounds) {
    if (hasTranscript || hasTextBeside(page, sound)) yield pass(sound);
    else yield askReview(sound, 'Is there a transcript of this sound?');
  }
  const hasCaptionControl = page
    .byTag('button')
    .some((control) => CAPTIONS.test(page.name(control)) && page.isVisible(control));
  for (const video of videos) {
    const files = readFileNames(video);
    if (video.hasAttr('muted') || /silent|without[-_]?sound|no[-_]?audio/i.test(files)) continue;
    const hasCaptions = hasTrack(video, 'captions', 'subtitles') || CAPTIONS.test(files) || hasCaptionControl;
    if (hasCaptions || isRepeating) yield pass(video);
    else yield askReview(video, 'Does this video have captions?');
  }
};
