import { askReview, type Check, pass } from '../check.ts';
import {
  hasTextBeside,
  hasTrack,
  leadsToAlternative,
  listPlayedMedia,
  readFileNames,
  repeatsPage,
} from '../in-page/media.ts';

/** Tests the videos that users can play. */
export const check: Check = function* (page) {
  const videos = listPlayedMedia(page, 'video');
  if (videos.length === 0) return;
  const isOffered = repeatsPage(page) || leadsToAlternative(page);
  for (const video of videos) {
    const isDescribed =
      isOffered ||
      hasTrack(video, 'descriptions') ||
      /descri|voice-?over/i.test(readFileNames(video)) ||
      hasTextBeside(page, video);
    if (isDescribed) yield pass(video);
    else yield askReview(video, 'Does the sound of this video, or a text, say what only its picture shows?');
  }
};
