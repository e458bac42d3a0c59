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
  for (const sound of listPlayedMedia(page, 'audio')) {
    if (leadsToAlternative(page) || hasTextBeside(page, sound) || repeatsPage(page)) yield pass(sound);
    else yield askReview(sound, 'Is there a transcript of this sound?');
  }
  for (const video of listPlayedMedia(page, 'video')) {
    const files = readFileNames(video);
    if (video.hasAttr('muted') || /silent|without[-_]?sound|no[-_]?audio/i.test(files)) continue;
    const hasControl = page
      .byTag('button')
      .some((control) => CAPTIONS.test(page.name(control)) && page.isVisible(control));
    const hasCaptions = hasTrack(video, 'captions', 'subtitles') || CAPTIONS.test(files) || hasControl;
    if (hasCaptions || repeatsPage(page)) yield pass(video);
    else yield askReview(video, 'Does this video have captions?');
  }
};
