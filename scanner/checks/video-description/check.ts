import { askOnce, askReview, type Check, pass } from '../check.ts';
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
import { AUDIO_DESCRIPTION, MEDIA_ALTERNATIVE } from '../in-page/words/media.ts';

const QUESTION = 'Does the sound of this video, or a text, say what only its picture shows?';
const QUESTION_ONCE =
  'Does a voice say what only the picture of this video shows? A text alone is not enough for WCAG 1.2.5.';
/** Names of files that say that a voice describes the picture. */
const DESCRIBED = /audio[-_ ]?descri|described|with[-_ ]descri|voice-?over/i;

/** Tests the videos that users can play. */
export const check: Check = function* (page) {
  const videos = listPlayedMedia(page, 'video');
  if (videos.length === 0) return;
  const recordings = [...listPlayedMedia(page, 'audio'), ...videos];
  const described = new Set([
    ...listServed(recordings, listRepeating(page)),
    ...listServed(recordings, listControls(page, AUDIO_DESCRIPTION)),
  ]);
  const withText = listServed(recordings, listControls(page, MEDIA_ALTERNATIVE));
  const onlyWithText: PageElement[] = [];
  for (const video of videos) {
    const hasDescription =
      described.has(video) || hasTrack(video, 'descriptions') || DESCRIBED.test(readFileNames(video));
    if (hasDescription) yield pass();
    else if (!withText.has(video) && !hasTextBeside(page, video)) yield askReview(video, QUESTION);
    // A text is enough for a video without sound.
    else if (isSilent(video)) yield pass();
    else onlyWithText.push(video);
  }
  yield* askOnce(
    onlyWithText.map((element) => ({ element })),
    QUESTION_ONCE,
  );
};
