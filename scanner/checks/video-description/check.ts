import { askReview, type Check, pass } from '../check.ts';
import {
  hasTextBeside,
  hasTrack,
  listAlternatives,
  listPlayedMedia,
  listRepeating,
  listServed,
  readFileNames,
} from '../in-page/media.ts';

/** Names of files that say that a voice describes the picture. */
const DESCRIBED = /audio[-_ ]?descri|described|with[-_ ]descri|voice-?over/i;

/** Tests the videos that users can play. */
export const check: Check = function* (page) {
  const videos = listPlayedMedia(page, 'video');
  if (videos.length === 0) return;
  const recordings = [...listPlayedMedia(page, 'audio'), ...videos];
  const served = new Set([
    ...listServed(recordings, listRepeating(page)),
    ...listServed(recordings, listAlternatives(page)),
  ]);
  for (const video of videos) {
    const isDescribed =
      served.has(video) ||
      hasTrack(video, 'descriptions') ||
      DESCRIBED.test(readFileNames(video)) ||
      hasTextBeside(page, video);
    if (isDescribed) yield pass();
    else yield askReview(video, 'Does the sound of this video, or a text, say what only its picture shows?');
  }
};
