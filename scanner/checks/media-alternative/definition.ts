import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-media-alternative',
  version: 3,
  help: 'Sound must have a transcript, and videos must have captions',
  description:
    'Tests sound for a text beside it or a link such as "Transcript", and visible videos for a track or a control with ' +
    'captions; also in players with buttons of their own. Where there are several recordings, a link or control counts for ' +
    'the one that it is nearest to. Muted videos that users are not meant to turn on, and those in which the browser finds no sound ' +
    'track or whose file name ends with a word such as "silent", are not tested. Everybody must get a link, and the texts ' +
    'that a recording repeats.',
  category: 'time-and-media',
  successCriteria: ['1.2.1', '1.2.2'],
  actRules: ['f51b46', 'ab4d13', '2eb176'],
  impact: 'critical',
  answers: ['video-caption'],
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'A long text beside a sound, or a link with one of the words that the check knows, is its transcript and is correct. ' +
    'Captions that are part of the picture are not seen, unless the name of the file says so. A text that says that the ' +
    'recording has the same information is right.',
  remedy: 'Add captions to videos with a track element, and write a transcript of sounds.',
  question: 'Does this recording have captions or a transcript?',
};
