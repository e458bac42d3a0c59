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
  for (const video of listPlayedMedia(page, 'video')) {
    const isDescribed =
      hasTrack(video, 'descriptions') ||
      /descri|voice-?over/i.test(readFileNames(video)) ||
      leadsToAlternative(page) ||
      hasTextBeside(page, video) ||
      repeatsPage(page);
    if (isDescribed) yield pass(video);
    else yield askReview(video, 'Does the sound of this video, or a text, say what only its picture shows?');
  }
};
